import { expect, test } from 'vitest'
import { readAddresses } from './read-addresses'

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const SOLANA = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'

test('addresses are read from lines, commas and blanks, each once', () => {
  const text = `${EVM}\n${EVM.toLowerCase()}, ${SOLANA};\r\n`
  expect(readAddresses(text)).toEqual({ addresses: [EVM, SOLANA], problem: null })
})

test.each([
  ['', 'Enter at least one address'],
  ['0x12', '0x12 is not an EVM or Solana address'],
  [
    Array.from({ length: 1_001 }, (_, n) => `0x${n.toString().padStart(40, '0')}`).join('\n'),
    'At most 1000 addresses at once, these are 1001',
  ],
])('of a wrong text it says what is wrong: %#', (text, problem) => {
  expect(readAddresses(text).problem).toBe(problem)
})
