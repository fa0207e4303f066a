import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainOf } from '@/server/chains/testing/chain-of'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { simulateMessages } from './simulate-messages'

let node: Awaited<ReturnType<typeof startStubNode>>
beforeAll(async () => {
  node = await startStubNode({})
})
afterAll(() => node.close())

/** The log lines of the runtime before the name of the error. */
const SYSTEM_LOGS = [
  'Program 11111111111111111111111111111111 invoke [1]',
  'Transfer: insufficient lamports 4999, need 1000000',
  'Program 11111111111111111111111111111111 failed: custom program error: 0x1',
]
const TOKEN_LOGS = ['Program log: Instruction: TransferChecked', 'Program log: Error: insufficient funds']

test.each([
  [
    'says what was needed and what there was where the runtime does',
    SYSTEM_LOGS,
    { neededUnits: 1_000_000n, availableUnits: 4_999n },
  ],
  ['says no figures where the program tells none', TOKEN_LOGS, null],
  ['says no figures where the node keeps no logs', null, null],
])('a simulation that fails for want of money %s', async (_, logs, short) => {
  const err = { InstructionError: [3, { Custom: 1 }] }
  node.methods.simulateTransaction = () => ({ context: { slot: 1 }, value: { err, logs, unitsConsumed: 150 } })
  const chain = chainOf([{ url: node.url }])
  const [simulated] = await simulateMessages(chain, [{ bytes: new Uint8Array(4), signatures: 2 }])
  expect(simulated).toMatchObject({ problem: { kind: 'instruction', custom: 1 }, short })
})
