const replacements = new WeakMap<Node, Element>();
const originals = new WeakMap<Element, ChildNode[]>();

/** Puts the texts back that share a translation with this one. */
function restore(text: Node): void {
  const font = replacements.get(text);
  if (font?.parentNode) font.replaceWith(...(originals.get(font) ?? []));
}

const changes = new MutationObserver((records) => {
  for (const { target } of records) restore(target);
});

const removals = new MutationObserver(noteReplacements);
let isTolerant = false;

/** A text is removed with its `font` added in the same step, or before or behind it. */
function noteReplacements(records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const font = [...addedNodes, previousSibling, nextSibling].find((node) => isFont(node));
    if (!font) continue;
    for (const text of removedNodes) {
      if (!(text instanceof Text)) continue;
      replacements.set(text, font);
      originals.set(font, [...(originals.get(font) ?? []), text]);
      changes.observe(text, { characterData: true });
      tolerateReplacements();
    }
  }
}

function isFont(node: Node | null): node is HTMLElement {
  return node instanceof HTMLElement && node.tagName === 'FONT';
}

function tolerateReplacements(): void {
  if (isTolerant) return;
  isTolerant = true;
  Element.prototype.removeChild = function removeFromAnyParent<T extends Node>(child: T): T {
    noteReplacements(removals.takeRecords());
    restore(child);
    Node.prototype.removeChild.call(child.parentNode ?? this, child);
    // A text that React removes beside a translation was not replaced by it.
    removals.takeRecords();
    return child;
  };
  Element.prototype.insertBefore = function insertOrAppend<T extends Node>(
    child: T,
    next: Node | null,
  ): T {
    restore(child);
    if (next) restore(next);
    const sibling = next?.parentNode === this ? next : null;
    return Node.prototype.insertBefore.call(this, child, sibling) as T;
  };
}

/**
 * Lets React change a page that Chrome or Edge translates. They replace texts by `font` elements:
 * removing such a text throws, and its changes stay unseen (facebook/react#11538).
 */
export function followTranslation(): void {
  removals.observe(document, { subtree: true, childList: true });
}
