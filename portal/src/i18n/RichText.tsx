import { cloneElement, createElement, Fragment, type ReactElement } from 'react';

interface RichTextProps {
  readonly text: string;
  /** Receive the text between `<name>` and `</name>` as children. */
  readonly parts: Readonly<Record<string, ReactElement>>;
}

/** A translated text with elements in it. */
export function RichText({ text, parts }: RichTextProps) {
  const pieces = text.split(/(<\w+>.*?<\/\w+>)/).map((piece) => {
    const [, name = '', inner] = /^<(\w+)>(.*)<\/\1>$/.exec(piece) ?? [];
    const part = parts[name];
    return part ? cloneElement(part, undefined, inner) : piece;
  });
  return createElement(Fragment, null, ...pieces);
}
