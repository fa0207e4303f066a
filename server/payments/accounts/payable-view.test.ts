import { expect, test } from 'vitest'
import type { depositAccounts } from '@/db/schema'
import { toPayableAccount } from './payable-view'

type Row = typeof depositAccounts.$inferSelect
const row = {
  kind: 'FIAT',
  provider: 'sandbox',
  reference: 'SLP-1',
  accountNumber: '9900000014',
  accountName: 'Lagoon / Sandbox',
  bankName: 'Sandbox Bank',
  expectedUnits: 3_100_000n,
  peg: null,
  decimals: null,
} as Row // what an account of a bank has
const due = { heldUnits: 0n, leftMinor: 3_100_000n, rate: 155_000_000_000n } as Parameters<typeof toPayableAccount>[1]
const viewOf = (provider: string, sandboxBankUrl: string | null) =>
  toPayableAccount({ ...row, provider }, due, { chains: new Map(), sandboxBankUrl })

test('only an account of the sandbox bank leads to its page, and only where that bank is', () => {
  expect(viewOf('sandbox', 'http://127.0.0.1:8081')).toMatchObject({
    sandboxUrl: 'http://127.0.0.1:8081/#9900000014',
  })
  expect(viewOf('sandbox', null)).toMatchObject({ sandboxUrl: null })
  expect(viewOf('paystack', 'http://127.0.0.1:8081')).toMatchObject({ sandboxUrl: null })
})
