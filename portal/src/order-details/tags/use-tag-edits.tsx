import { Button } from '@mantine/core';
import { orderEditEndpoints } from '@portage/contract/order-edits';
import type { Order } from '@portage/contract/orders';
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useOptimistic } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { dismissNotifications, notifyError, notifySuccess } from '../../lib/notify.tsx';
import { updateCachedOrder } from '../../order/order-cache.ts';

/** A tag that is put on an order or taken off. */
interface TagEdit {
  readonly tag: string;
  readonly isAdded: boolean;
}

interface TagEditListeners {
  /** Called when the button in the notification was pressed, and is gone. */
  readonly onUndo: () => void;
  /** Called with a tag that could not be put on the order. */
  readonly onNotAdded: (tag: string) => void;
}

const withEdit = (tags: readonly string[], { tag, isAdded }: TagEdit): readonly string[] => {
  const others = tags.filter((one) => one !== tag);
  return isAdded ? [...others, tag] : others;
};

/**
 * The tags of an order, and how to change them: a change shows at once, can be undone from its
 * notification, and is taken back when the server refuses it (spec 1 §8).
 */
export function useTagEdits(order: Order, { onUndo, onNotAdded }: TagEditListeners) {
  const { t } = useTranslation(['errors', 'orderDetail']);
  const queryClient = useQueryClient();
  const [tags, showEdit] = useOptimistic(order.tags as readonly string[], withEdit);

  function apply(edit: TagEdit, isUndo = false): void {
    startTransition(async () => {
      showEdit(edit);
      try {
        await send(edit);
        tellDone(edit, isUndo);
      } catch (cause) {
        const { tag, isAdded } = edit;
        if (isAdded) onNotAdded(tag);
        notifyError({
          title: t(isAdded ? 'error.couldNotAddTag' : 'error.couldNotRemoveTag'),
          cause,
        });
      }
    });
  }

  async function send({ tag, isAdded }: TagEdit): Promise<void> {
    const endpoint = isAdded ? orderEditEndpoints.addTags : orderEditEndpoints.removeTags;
    updateCachedOrder(
      queryClient,
      await callApi(endpoint, { params: { id: order.id }, body: [tag] }),
    );
  }

  function tellDone({ tag, isAdded }: TagEdit, isUndo: boolean): void {
    notifySuccess({
      about: 'shownChange',
      title: t(isAdded ? 'success.tagAdded' : 'success.tagRemoved'),
      message: isUndo ? (
        tag
      ) : (
        <>
          {tag}{' '}
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              dismissNotifications();
              onUndo();
              apply({ tag, isAdded: !isAdded }, true);
            }}
          >
            {t('orderDetail:tags.undo')}
          </Button>
        </>
      ),
    });
  }

  return {
    tags,
    add: (tag: string) => apply({ tag, isAdded: true }),
    remove: (tag: string) => apply({ tag, isAdded: false }),
  };
}
