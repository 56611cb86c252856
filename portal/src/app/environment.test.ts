import { expect, test } from 'vitest';
import { environmentOf } from './Header.tsx';

test.each([
  ['/api', 'http://localhost:8080', 'dev'],
  ['/api', 'http://127.0.0.1:8080', 'dev'],
  ['/api', 'http://[::1]:8080', 'dev'],
  ['https://api-dev.portage.example/v1', 'https://portal.portage.example', 'dev'],
  ['https://stage.portage.example/api', 'https://portal.portage.example', 'stage'],
  ['https://api.staging.portage.example', 'http://localhost:5173', 'stage'],
  ['/api', 'https://portal.portage.example', 'prod'],
  ['https://api.portage.example/dev', 'https://portal.portage.example', 'prod'],
])('the API at %s, seen from %s, is %s', (apiUrl, origin, environment) => {
  expect(environmentOf(apiUrl, origin)).toBe(environment);
});
