import { expect, test } from 'vitest';
import { EMPTY_DRAFT, keepDraft, loadDraft, readNewUser } from './CreateUser.tsx';

const filled = { name: ' Ada Nguyen ', email: 'ada@maple.example', phone: '(514) 555-0123' };

test('the e-mail address becomes the username, and the phone digits with a plus', () => {
  expect(readNewUser(filled).body).toEqual({
    name: 'Ada Nguyen',
    email: 'ada@maple.example',
    username: 'ada@maple.example',
    phone: '+15145550123',
  });
});

test('a missing or wrong value is reported at its field', () => {
  expect(readNewUser({ name: '', email: ' ', phone: '' }).errors).toEqual({
    name: 'required',
    email: 'required',
    phone: 'required',
  });
  const reading = readNewUser({ ...filled, email: 'ada@maple', phone: '555-0123' });
  expect(reading.body).toBeUndefined();
  expect(reading.errors).toEqual({ email: 'emailInvalid', phone: 'phoneInvalid' });
});

const draft = { name: 'Ada Nguyen', email: 'ada@', phone: '' };

function tabWith(value?: string) {
  const kept = new Map(value === undefined ? [] : [['portage.newUser', value]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('a draft is found only by its own merchant, until it is emptied', () => {
  const tab = tabWith();
  keepDraft(tab, 'maple', draft);
  expect(loadDraft(tab, 'maple')).toEqual(draft);
  expect(loadDraft(tab, 'bakery')).toBeUndefined();
  keepDraft(tab, 'maple', EMPTY_DRAFT);
  expect(loadDraft(tab, 'maple')).toBeUndefined();
});

test('an unreadable draft is ignored', () => {
  expect(loadDraft(tabWith('{'), 'maple')).toBeUndefined();
  expect(loadDraft(tabWith('{"merchantId":"maple"}'), 'maple')).toBeUndefined();
});
