const FOCUSABLE = 'input:not([type="hidden"]):not(:disabled), textarea, select, button';

export function focusFirstField(container: HTMLElement | null, paths: readonly string[]): void {
  const marked = container?.querySelectorAll<HTMLElement>('[data-path]') ?? [];
  const field = [...marked].find(({ dataset }) => paths.includes(dataset['path'] ?? ''));
  const input = field?.matches(FOCUSABLE) ? field : field?.querySelector<HTMLElement>(FOCUSABLE);
  input?.focus();
}
