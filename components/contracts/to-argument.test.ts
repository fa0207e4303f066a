import { expect, test } from 'vitest'
import { toArgument } from './to-argument'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

test.each([
  ['address', ` ${ADDRESS} `, ADDRESS],
  ['address', ADDRESS.toLowerCase(), ADDRESS],
  [
    'uint256',
    ' 115792089237316195423570985008687907853269984665640564039457584007913129639935',
    115792089237316195423570985008687907853269984665640564039457584007913129639935n.toString(),
  ],
  ['int8', '-1', '-1'],
  ['bool', 'true', true],
  ['bool', 'false', false],
  ['string', ' kept as it is ', ' kept as it is '],
  ['string', '', ''],
  ['bytes', '0x', '0x'],
  ['bytes4', '0x095ea7b3', '0x095ea7b3'],
  ['uint256[]', '["1", 2]', ['1', 2]],
  ['tuple', '{"a": "1"}', { a: '1' }],
  ['tuple', '["1"]', ['1']],
])('%s: %s is an argument of the call', (type, text, value) => {
  expect(toArgument({ type }, text)).toEqual({ value })
})

test.each([
  ['address', '0x12', 'EVM address'],
  ['address', ADDRESS.replace('E7', 'e7'), 'checksum'],
  ['uint256', '', 'Enter a whole number'],
  ['uint256', '1.5', 'Enter a whole number'],
  ['uint256', '1e18', 'Enter a whole number'],
  ['bool', '', 'Choose true or false'],
  ['bytes', '48656c', 'Enter bytes in hex'],
  ['bytes', '0x1', 'Enter bytes in hex'],
  ['bytes4', '0x1234', 'Enter exactly 4 bytes'],
  ['address[]', '', 'Enter a JSON list'],
  ['address[]', '{}', 'Enter a JSON list'],
  ['tuple', '1', 'Enter a JSON list or object'],
])('%s: %s is refused with a reason', (type, text, problem) => {
  expect(toArgument({ type }, text)).toEqual({ problem: expect.stringContaining(problem) })
})
