import { expect, test } from 'vitest'
import { worthText } from './worth-text'

test.each([
  [{ valueUsd: '0', isPartial: false, testnetUsd: '0' }, 'Empty'],
  [{ valueUsd: '0', isPartial: false, testnetUsd: '12.5' }, '$12.50 on testnets'],
  [{ valueUsd: '3', isPartial: false, testnetUsd: '0' }, '$3.00'],
  // A balance that could not be read is not called empty.
  [{ valueUsd: '0', isPartial: true, testnetUsd: '0' }, 'At least $0.00'],
  [{ valueUsd: '3', isPartial: true, testnetUsd: '12.5' }, 'At least $3.00, $12.50 on testnets'],
])('%j reads %s', (worth, text) => expect(worthText(worth)).toBe(text))
