import { expect, test } from 'vitest';
import { readNewUser } from './read-new-user.ts';

const draft = { name: ' Ada Nguyen ', email: 'ada@maple.example', phone: '(514) 555-0123' };

test('the e-mail address becomes the username, and the phone digits with a plus', () => {
  expect(readNewUser(draft).user).toEqual({
    name: 'Ada Nguyen',
    email: 'ada@maple.example',
    username: 'ada@maple.example',
    phone: '+15145550123',
  });
});

test('every field is required', () => {
  expect(readNewUser({ name: '', email: ' ', phone: '' }).errors).toEqual({
    name: 'required',
    email: 'required',
    phone: 'required',
  });
});

test('what is wrong with a value is said at its field', () => {
  const reading = readNewUser({ ...draft, email: 'ada@maple', phone: '555-0123' });
  expect(reading.user).toBeUndefined();
  expect(reading.errors).toEqual({ email: 'emailInvalid', phone: 'phoneInvalid' });
});
