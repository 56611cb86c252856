import { expect, test } from 'vitest';
import { deviceOf } from './device-name.ts';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${MAC} Chrome/140.0.0.0 Safari/537.36`, 'Chrome', 'macOS'],
  [`${MAC} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge', 'macOS'],
  [`${MAC} Version/19.0 Safari/605.1.15`, 'Safari', 'macOS'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox',
    'Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 OPR/120.0',
    'Opera',
    'Linux',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    'Chrome',
    'ChromeOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S928W) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/140.0 Mobile/15E148 Safari/605.1.15',
    'Firefox',
    'iPad',
  ],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});

test.each([undefined, '', 'curl/8.14.1', 'Mozilla/5.0 (Windows NT 10.0)', 'Chrome/140.0.0.0'])(
  '%s names no device',
  (userAgent) => {
    expect(deviceOf(userAgent)).toBeUndefined();
  },
);
