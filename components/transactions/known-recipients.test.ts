import { expect, test } from 'vitest'
import { knownRecipients } from './known-recipients'

const FROM = '0x52908400098527886E0F7030069857D2E4169EE7'
const BANK = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const OWN = '0xde709f2102306220921060314715629080e2fb77'
const SOLANA = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'

const wallet = (address: string, addressIndex: number) =>
  ({ address, addressIndex, purpose: 'PAYOUTS', chainType: 'EVM' }) as const
const known = {
  chainType: 'EVM' as const,
  from: FROM,
  typed: '',
  allowed: [{ address: BANK, label: 'Bank' }],
  recent: [
    { toAddress: BANK, type: 'TRANSFER' as const },
    { toAddress: OWN, type: 'TRANSFER' as const },
    { toAddress: SOLANA, type: 'TRANSFER' as const },
  ],
  wallets: [wallet(FROM, 1), wallet(OWN, 2)],
}
const labelsOf = (typed: string) => knownRecipients({ ...known, typed }).map(({ label }) => label)

test('each address is offered once, under its best name, and neither the sender nor another chain type is', () => {
  expect(knownRecipients(known)).toEqual([
    { value: BANK, label: 'Bank (0x8617…070D)', hint: 'Allowed by the policy' },
    { value: OWN, label: 'Wallet 2 (0xde70…fb77)', hint: 'Your wallet · PAYOUTS' },
  ])
})

test('what is typed narrows by name, by origin and by address', () => {
  expect(labelsOf('bank')).toEqual(['Bank (0x8617…070D)'])
  expect(labelsOf('payouts')).toEqual(['Wallet 2 (0xde70…fb77)'])
  expect(labelsOf('0xDE709')).toEqual(['Wallet 2 (0xde70…fb77)'])
  expect(labelsOf('nobody')).toEqual([])
  expect(labelsOf(OWN)).toEqual([])
})

test('a recent recipient without a name is offered by its address', () => {
  const [only] = knownRecipients({ ...known, allowed: [], wallets: [] })
  expect(only).toEqual({ value: BANK, label: '0x8617…070D', hint: 'Recent recipient' })
})
