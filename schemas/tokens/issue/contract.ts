import { z } from 'zod'
import { NETWORK_CODES } from '@/schemas/indexer/words'
import { lineOfText, numericId } from '@/schemas/text/contract'
import { ASSET_CLASSES, TOKEN_TYPES } from '@/schemas/tokens/words'
import { yieldParamsInput } from '@/schemas/tokens/yield/contract'
import { parseUnits } from '@/server/money/amount'
import { exactDecimal } from '@/server/money/exact-decimal'
import { field } from '@/server/text/field'
import { tagFields } from '@/server/text/tags'

const MAX_PRICE = 1_000_000_000_000_000n // a billion with six decimals
const MAX_SHAREHOLDERS = 1_000_000_000
const MAX_SECONDS = 2_147_483_647
const MAX_DECIMALS = 18
/** The longest name that fits into the one transaction that creates a mint. */
const MAX_SOLANA_NAME_BYTES = 160
/** The maximum that the contract can count. */
export const MAX_UNITS = 2n ** 128n - 1n

const price = exactDecimal({ decimals: 6, max: MAX_PRICE, tooMuch: 'must be at most 1,000,000,000' })
const most = exactDecimal({ decimals: MAX_DECIMALS, mayBeZero: true, max: MAX_UNITS, tooMuch: 'is too large' })

const shape = {
  ticker: field(
    z.string().regex(/^[A-Z0-9]{1,12}$/, 'must be 1 to 12 characters of A-Z and 0-9'),
    'Short symbol.',
    'ACME28',
  ),
  name: field(lineOfText.min(1).max(80), 'Full name.', 'Acme 2028'),
  price: price.meta({
    type: 'number',
    description: 'The issue price of one token in fiat, with at most six decimals.',
    examples: [100],
  }),
  chain: field(z.enum(NETWORK_CODES), 'The chain family of the token.', 'BASE'),
  decimals: field(z.int().min(0).max(MAX_DECIMALS), 'The decimals of the token; on Solana at most 9.', 6),
  assetClass: field(z.enum(ASSET_CLASSES), 'The asset that it represents.', 'BOND'),
  tokenType: field(z.enum(TOKEN_TYPES), 'The type: with or without coupons.', 'YIELD_BEARING'),
  maxShareholders: field(
    z.int().min(0).max(MAX_SHAREHOLDERS).default(0),
    'The maximum number of investors; 0 for no limit.',
    0,
  ),
  maxTokensPerInvestor: most.default('0').meta({
    type: 'number',
    description: 'The maximum number of tokens of one investor over all its wallets; 0 for no limit.',
    examples: [0],
  }),
  lockUpDuration: field(
    z.int().min(0).max(MAX_SECONDS).default(0),
    'The number of seconds for which minted tokens cannot be transferred; 0 for none.',
    0,
  ),
  yieldParams: yieldParamsInput
    .nullish()
    .transform((given) => given ?? null)
    .meta({ description: 'Required for YIELD_BEARING, and refused otherwise.' }),
  tokenAdmin: field(
    z.string().trim().min(1).max(100).optional(),
    'Your wallet that manages the token. Default: your first active wallet of the family, which is created if you have none.',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ),
  chainId: field(numericId.optional(), 'One chain of the family, for example its testnet.', 84_532),
}

type Given = z.output<z.ZodObject<typeof shape>>

/** Checks the rules between fields. */
function requireFitting(given: Given, issues: z.RefinementCtx): void {
  const say = (path: string[], message: string) => issues.addIssue({ code: 'custom', path, message })
  const { tokenType, yieldParams, maxTokensPerInvestor, decimals, chain } = given
  if (tokenType === 'YIELD_BEARING' && yieldParams === null)
    say(['yieldParams'], 'is required when tokenType is YIELD_BEARING')
  if (tokenType === 'ASSET' && yieldParams !== null)
    say(['yieldParams'], 'is taken only when tokenType is YIELD_BEARING')
  // A token with refused decimals gets no further error.
  if (decimals < 0 || decimals > MAX_DECIMALS) return
  const parsed = parseUnits(maxTokensPerInvestor, decimals)
  if ('problem' in parsed) say(['maxTokensPerInvestor'], parsed.problem)
  else if (parsed.units > MAX_UNITS) say(['maxTokensPerInvestor'], 'is too large')
  if (chain !== 'SOL') return
  if (decimals > 9) say(['decimals'], 'must be at most 9 on Solana')
  if (Buffer.byteLength(given.name) > MAX_SOLANA_NAME_BYTES)
    say(['name'], `must be at most ${MAX_SOLANA_NAME_BYTES} bytes on Solana`)
  // Token-2022 does not count investors and has no time locks.
  for (const limit of ['maxShareholders', 'maxTokensPerInvestor', 'lockUpDuration'] as const)
    if (Number(given[limit]) !== 0) say([limit], 'must be 0 on Solana, whose tokens have no such limit')
}

/** Spec 4.10, with `tokenAdmin`, `chainId` and the tags in addition. */
export const issueTokenBody = z.strictObject({ ...shape, ...tagFields }).superRefine(requireFitting)
/** The fields of each type, for the reference. */
export const issueTokenShapes = z.discriminatedUnion('tokenType', [
  z
    .strictObject({
      ...shape,
      assetClass: field(z.enum(ASSET_CLASSES), 'The asset that it represents.', 'MONEY_MARKET'),
      tokenType: field(z.literal('ASSET'), 'Without coupons.', 'ASSET'),
      yieldParams: z.null().optional().describe('Refused except for YIELD_BEARING.'),
      ...tagFields,
    })
    .meta({ id: 'IssueAsset' }),
  z
    .strictObject({
      ...shape,
      tokenType: field(z.literal('YIELD_BEARING'), 'With coupons.', 'YIELD_BEARING'),
      yieldParams: yieldParamsInput.describe('Required for YIELD_BEARING.'),
      ...tagFields,
    })
    .meta({ id: 'IssueYieldBearing' }),
])
// The body of `/v1` refuses unknown fields, and in the portal the portal sends the project with it.
export const issueTokenInput = z.object(shape).superRefine(requireFitting)
export type IssueTokenInput = z.output<typeof issueTokenBody>
