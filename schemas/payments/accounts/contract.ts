import { z } from 'zod'
import { field } from '@/server/text/field'

const ID = '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'
const common = {
  reference: field(z.string(), 'The id of this account.', 'SLP-8F3KQ2M7T4WX'),
  fxRate: field(z.number(), 'USD per 1 NGN, locked until `expiryAt`.', 0.000645161290323),
  expiryAt: field(z.iso.datetime(), 'The time at which the price expires.', '2026-11-21T11:35:12.310Z'),
  paymentId: field(z.uuid(), 'The payment. All accounts of a response belong to the same payment.', ID),
}

/** Spec 2.9. */
export const fiatAccountView = z
  .object({
    kind: field(z.literal('FIAT'), 'A bank account.', 'FIAT'),
    accountNumber: field(z.string(), 'The account or address to pay to.', '9012345678'),
    accountName: field(z.string(), 'The account name that the payer’s bank shows.', 'Slipway / Kora'),
    bankName: field(z.string(), 'The name of the bank.', 'Sandbox Bank'),
    bankCode: field(z.string(), 'The code of the bank.', '999'),
    amountExpected: field(z.number(), 'Naira, exactly.', 29_919.36),
    ...common,
  })
  .meta({ id: 'FiatDepositAccount' })

export const stablecoinAccountView = z
  .object({
    kind: field(z.literal('STABLECOIN'), 'An address.', 'STABLECOIN'),
    address: field(z.string(), 'The account or address to pay to.', '0x52908400098527886E0F7030069857D2E4169EE7'),
    chain: field(z.string(), 'The chain family.', 'BASE'),
    chainId: field(z.int(), 'The chain.', 8453),
    network: field(z.string(), 'Mainnet or testnet.', 'MAINNET'),
    tokenAddress: field(z.string(), 'The token to pay with.', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
    tokenSymbol: field(z.string(), 'Its symbol.', 'USDC'),
    decimals: field(z.int(), 'Its decimals.', 6),
    pegCurrency: field(z.enum(['USD', 'NGN']), 'Its value.', 'USD'),
    amountExpected: field(z.number(), 'The exact amount in whole tokens.', 19.302813),
    amountExpectedNgn: field(z.number(), 'The value in naira.', 29_919.36),
    ...common,
  })
  .meta({ id: 'StablecoinDepositAccount' })

export const depositAccountView = z.discriminatedUnion('kind', [fiatAccountView, stablecoinAccountView])
export type DepositAccountView = z.infer<typeof depositAccountView>

export const unopenedAccountView = z
  .object({
    kind: field(z.enum(['FIAT', 'STABLECOIN']), 'A bank account, or an address.', 'STABLECOIN'),
    provider: field(z.string().nullable(), 'The provider that did not open it; null for a stablecoin.', null),
    chainId: field(z.int().nullable(), 'The chain; null for a bank account.', 8453),
    tokenSymbol: field(z.string().nullable(), 'The token; null for a bank account.', 'USDC'),
  })
  .meta({ id: 'UnopenedAccount' })
export type UnopenedAccount = z.infer<typeof unopenedAccountView>

/** An open account to pay to. `amountLeft` is the exact amount that is still missing, a decimal of `unit`. */
export type PayableAccount = { reference: string; amountLeft: string; unit: string } & (
  | {
      kind: 'FIAT'
      accountNumber: string
      accountName: string
      bankName: string
      /** The page of the sandbox bank that pays it with test funds; null for a real bank. */
      sandboxUrl: string | null
    }
  | {
      kind: 'STABLECOIN'
      address: string
      chainId: number
      chainName: string
      isTestnet: boolean
      tokenAddress: string
    }
)
