import { CloseButton } from '@mantine/core';
import { lazy, startTransition, Suspense, useOptimistic, useRef, useState } from 'react';
import { MOST_TAGS } from '@portage/contract/orders/new-order';
import { orderEditEndpoints } from '@portage/contract/orders/order-edits';
import { orderCan } from '@portage/contract/orders/order-status';
import type { Order } from '@portage/contract/orders/orders';
import { cleanLine } from '@portage/contract/text';
import { useTranslation } from '../../i18n/i18n.ts';
import { callApi } from '../../lib/api.ts';
import { useMerchant } from '../../lib/merchant.ts';
import { notifyUndoable } from '../../lib/notify-undoable.tsx';
import { dismissErrors, notifyError, notifySuccess } from '../../lib/notify.tsx';
import { updateCachedOrder } from '../../order/order-calls.ts';
import classes from '../OrderDetail.module.css';

const AddTag = lazy(async () => ({ default: (await import('./AddTag.tsx')).AddTag }));

interface TagEdit {
  readonly tag: string;
  readonly isAdded: boolean;
}

interface TagEditListeners {
  /** Called when the notification's button is gone. */
  readonly onUndo: () => void;
  readonly onNotAdded: (tag: string) => void;
}

const withEdit = (tags: readonly string[], { tag, isAdded }: TagEdit): readonly string[] => {
  const others = tags.filter((one) => one !== tag);
  return isAdded ? [...others, tag] : others;
};

/** Optimistic; reverted when refused (spec 1 §8). The notification undoes it. */
function useTagEdits(order: Order, { onUndo, onNotAdded }: TagEditListeners) {
  const { t } = useTranslation(['errors', 'orderDetail']);
  const [tags, showEdit] = useOptimistic(order.tags as readonly string[], withEdit);

  function apply(edit: TagEdit, isUndo = false): void {
    dismissErrors();
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
    updateCachedOrder(await callApi(endpoint, { params: { id: order.id }, body: [tag] }));
  }

  function tellDone({ tag, isAdded }: TagEdit, isUndo: boolean): void {
    const told = {
      about: 'shownChange',
      title: t(isAdded ? 'success.tagAdded' : 'success.tagRemoved'),
      message: tag,
    } as const;
    if (isUndo) {
      notifySuccess(told);
      return;
    }
    notifyUndoable({
      ...told,
      onUndo() {
        onUndo();
        apply({ tag, isAdded: !isAdded }, true);
      },
    });
  }

  return {
    tags,
    add: (tag: string) => apply({ tag, isAdded: true }),
    remove: (tag: string) => apply({ tag, isAdded: false }),
  };
}

/** Suggests the merchant's own. */
export function OrderTags({ order }: { readonly order: Order }) {
  const { t } = useTranslation(['orderDetail', 'errors']);
  const merchantTags = useMerchant().data?.orderTags ?? [];
  const field = useRef<HTMLInputElement>(null);
  const focusField = () => field.current?.focus();
  const [typed, setTyped] = useState('');
  const { tags, add, remove } = useTagEdits(order, {
    onUndo: focusField,
    // Restores the text that failed, unless the next one is being typed.
    onNotAdded: (tag) => setTyped((present) => present || tag),
  });
  const [error, setError] = useState<string>();
  const canTag = orderCan.tag(order).allowed;

  function submit(text: string): void {
    const tag = cleanLine(text);
    focusField();
    if (tag === '') {
      setError(t('errors:error.noTag'));
      return;
    }
    setTyped('');
    setError(undefined);
    if (!tags.includes(tag)) add(tag);
  }

  return (
    <div className={classes['editor']}>
      {tags.length > 0 && (
        <ul className={classes['tags']} aria-label={t('tags.name')}>
          {tags.map((tag) => (
            <li key={tag} className={classes['tag']}>
              <span translate="no">{tag}</span>
              {canTag && (
                <CloseButton
                  size={24}
                  iconSize={14}
                  aria-label={t('tags.remove', { tag })}
                  onClick={() => {
                    focusField();
                    remove(tag);
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {canTag && tags.length < MOST_TAGS && (
        <Suspense fallback={null}>
          <AddTag
            ref={field}
            suggestions={merchantTags.filter((tag) => !tags.includes(tag))}
            typed={typed}
            error={error}
            onType={(text) => {
              setTyped(text);
              setError(undefined);
            }}
            onAdd={submit}
          />
        </Suspense>
      )}
    </div>
  );
}
