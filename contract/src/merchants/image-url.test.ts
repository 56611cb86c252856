import { expect, test } from 'vitest';
import { LogoUrl } from './image-url.ts';

const messageOf = (typed: string) => LogoUrl.safeParse(typed).error?.issues[0]?.message;

test.each([
  'https://cdn.example.com/logo.png',
  'https://cdn.example.com:8443/a/logo.JPG?v=2',
  'https://8.8.8.8/logo.gif',
  'https://[2606:4700::1111]/logo.png',
])('%s is taken', (typed) => {
  expect(messageOf(typed)).toBeUndefined();
});

test.each([
  ...['http://cdn.example.com/logo.png', 'https://user:pass@cdn.example.com/logo.png'],
  ...['https://cdn.example.com/logo.svg', 'logo.png'],
])('%s is not a web address of a picture', (typed) => {
  expect(messageOf(typed)).toBe('imageUrlInvalid');
});

test.each([
  ...['localhost', 'printer.local', 'intranet', '127.0.0.1', '0x7f000001', '10.1.2.3'],
  ...['172.20.0.1', '192.168.1.5', '169.254.169.254', '[::1]', '[fd00::1]', '[::ffff:10.0.0.1]'],
])('%s is on a private network', (host) => {
  expect(messageOf(`https://${host}/logo.png`)).toBe('imageHostPrivate');
});
