import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Locale } from '@portage/contract/locale';
import { type MailContent, mailTemplates, writeMail } from './write-mail.ts';

const accents = { name: 'Zoë Lévesque', merchantName: 'Café & Cie' };

const CONTENTS: readonly MailContent[] = [
  {
    kind: 'temporary-password',
    ...accents,
    username: 'zoe@client.example',
    password: `a<b>&"c'D1#`,
    portalUrl: 'https://portage.example',
  },
  { kind: 'password-reset-code', name: accents.name, code: '012345', minutes: 60 },
  { kind: 'password-changed', username: 'zoe@example.com' },
  {
    kind: 'second-factor-changed',
    change: 'A passkey was added.',
    username: 'zoe@client.example',
    portalUrl: 'https://portage.example',
  },
  {
    kind: 'contact-request',
    name: accents.name,
    company: accents.merchantName,
    email: 'zoe@client.example',
    phone: '+15145550123',
    weeklyPackages: 250,
    message: 'Bonjour',
  },
];

const EVERY_MAIL = CONTENTS.flatMap((content) =>
  Locale.options.map((locale) => [content.kind, locale, content] as const),
);

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onmouseover='x",
        '</style></head>',
        '<!--',
        '\r\nBcc: b@client.example',
        '\r\n.\r\n',
        '\u2028',
        '\u202E',
        '\u2066',
        '\u200F',
        '\0',
        '\uD800',
        '{code}',
        '{password}',
        '&lt;',
        'W'.repeat(200),
      ),
      { maxLength: 5 },
    )
    .map((pieces) => pieces.join('')),
);

const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? [];

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe.each(EVERY_MAIL)('%s in %s', (_kind, locale, content) => {
  const mail = writeMail(content, locale);

  test('has a subject, a text and an HTML part, with every placeholder filled', () => {
    expect(mail.subject).not.toBe('');
    for (const part of [mail.subject, mail.text, mail.html.replace(/<style>.*<\/style>/s, '')]) {
      expect(part).not.toMatch(/[{}]|undefined/);
    }
  });

  test('contains all its values in both parts', () => {
    const { kind, ...told } = content;
    for (const value of Object.values(told).map(String)) {
      expect(mail.text.replaceAll('\n', ' '), kind).toContain(value);
      expect(unescaped(mail.html), kind).toContain(value);
    }
  });

  test('names its language', () => {
    expect(mail.html).toContain(`<html lang="${locale}-CA">`);
  });

  test('has lines of at most 78 characters', () => {
    expect(mail.text.split('\n').filter((line) => line.length > 78)).toEqual([]);
  });

  test('frames its links, since Thunderbird drops backgrounds in the dark', () => {
    const links = tagsOf(mail.html).filter((tag) => tag.startsWith('<a '));
    for (const link of links) expect(link).toContain(';border:1px solid;');
  });

  test('breaks long words by the one property that Gmail, Yahoo and Outlook.com keep', () => {
    expect(mail.html).toContain('word-wrap:break-word');
  });

  test('loads nothing and runs nothing', () => {
    expect(mail.html).not.toMatch(/<script|<img|<link|@import|url\(|src=|\son\w+=/i);
  });

  test('escapes hostile names', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, merchantName) => {
        const hostile = writeMail({ ...content, name, merchantName } as MailContent, locale);
        expect(hostile.subject).toBe(mail.subject);
        expect(tagsOf(hostile.html)).toEqual(tagsOf(mail.html));
        expect(hostile.html.split('\n')).toHaveLength(mail.html.split('\n').length);
        for (const part of [hostile.text, hostile.html]) {
          expect(part).not.toMatch(/[^\P{Cc}\n]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
          expect(part.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

test('a password is unchanged on its own line', () => {
  const [content] = CONTENTS;
  if (content?.kind !== 'temporary-password') throw new Error('Another mail comes first.');
  const { text, html } = writeMail(content, 'fr');
  expect(text.split('\n')).toContain(content.password);
  expect(unescaped(html)).toContain(`>${content.password}<`);
});

test('a message to Sales keeps its lines, and long ones are wrapped', () => {
  const content = CONTENTS.at(-1);
  if (content?.kind !== 'contact-request') throw new Error('Another mail comes last.');
  const message = `Bonjour,\n\n${'quel rabais? '.repeat(20).trim()}\r\n<b>Zoé</b>`;
  const { text, html } = writeMail({ ...content, message }, 'fr');
  expect(text).toContain('\nBonjour,\n\nquel rabais? ');
  expect(text).toContain('quel rabais?\n<b>Zoé</b>\n');
  expect(text.split('\n').filter((line) => line.length > 78)).toEqual([]);
  expect(html).toContain('>Bonjour,<br>\n<br>\nquel rabais? ');
  expect(html).toContain('quel rabais?<br>\n&lt;b&gt;Zoé&lt;/b&gt;</p>');
});

describe.each(Object.entries(mailTemplates))(
  'the template of %s',
  (_kind, { subject, preview, parts }) => {
    const texts = [
      subject,
      preview,
      ...parts.map((part) => {
        if ('name' in part) return part.name;
        return 'link' in part ? part.link : part;
      }),
    ];
    const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

    test('has the same placeholders in both languages, and different texts', () => {
      for (const { en, fr } of texts) {
        expect(placesOf(fr)).toEqual(placesOf(en));
        expect(fr).not.toBe(en);
      }
    });

    test('has no placeholder in headers and previews', () => {
      for (const { en, fr } of [subject, preview]) expect(placesOf(en + fr)).toEqual([]);
    });

    test('is typeset: French spaces do not break, apostrophes are curved', () => {
      for (const { en, fr } of texts) {
        expect(en + fr).not.toMatch(/['"]/);
        expect(fr).not.toMatch(/ [:»]|« /);
      }
    });
  },
);
