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
  'http://cdn.example.com/logo.png',
  'https://user:pass@cdn.example.com/logo.png',
  'https://cdn.example.com/logo.svg',
  'logo.png',
])('%s is not a web address of a picture', (typed) => {
  expect(messageOf(typed)).toBe('imageUrlInvalid');
});

test.each([
  'https://localhost/logo.png',
  'https://printer.local/logo.png',
  'https://intranet/logo.png',
  'https://127.0.0.1/logo.png',
  'https://0x7f000001/logo.png',
  'https://10.1.2.3/logo.png',
  'https://172.20.0.1/logo.png',
  'https://192.168.1.5/logo.png',
  'https://169.254.169.254/logo.png',
  'https://[::1]/logo.png',
  'https://[fd00::1]/logo.png',
  'https://[::ffff:10.0.0.1]/logo.png',
])('%s is on a private network', (typed) => {
  expect(messageOf(typed)).toBe('imageHostPrivate');
});
