import { z } from 'zod'
import { integerField, lineOfText } from '@/schemas/text/contract'
import { yieldParamsView } from '@/schemas/tokens/yield/contract'
import { pageNumber } from '@/server/paging'
import { parseWebAddress } from '@/server/parse-url'
import { field } from '@/server/text/field'
import { metadataFilter, metadataView, referenceFilter, referenceView } from '@/server/text/tags'
import { ASSET_CLASSES, TOKEN_STATUSES, TOKEN_TYPES } from './words'

export const EXAMPLE_TOKEN_ID = '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'
export const EXAMPLE_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const EXAMPLE_CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const EXAMPLE_HASH = '0x9f2c6d4bd1c9b8f8a4a1a9cbd8d4a3a7c7b1c2d3e4f5061728394a5b6c7d8e9f'
const AT = '2026-11-24T11:05:12.310Z'

const tokenDocument = z.object({
  title: field(z.string(), 'The title of the document.', 'Prospectus'),
  url: field(z.string(), 'The URL of the document.', 'https://example.com/prospectus.pdf'),
})

/** Spec 2.10, with the fields of decisions.md. */
export const tokenView = z
  .object({
    id: field(z.string(), 'The id of the token.', EXAMPLE_TOKEN_ID),
    projectId: field(z.string(), 'The project it belongs to.', '019a6b3e-0b00-7a10-9c00-0a1b2c3d4e5f'),
    chain: field(z.string(), 'The chain family of the token.', 'BASE'),
    network: field(z.enum(['MAINNET', 'TESTNET']), 'The network of the chain.', 'TESTNET'),
    chainId: field(z.int(), 'The chain itself.', 84_532),
    status: field(
      z.enum(TOKEN_STATUSES),
      'PENDING until its contract is final; MATURED from its maturity, REDEEMING while the principal is paid back and transfers are closed, REDEEMED afterwards.',
      'ACTIVE',
    ),
    ticker: field(z.string(), 'Short symbol.', 'ACME28'),
    name: field(z.string(), 'Full name.', 'Acme 2028'),
    price: field(z.number(), 'The issue price of one token, in fiat.', 100),
    decimals: field(z.int(), 'The decimals of the token.', 6),
    assetClass: field(z.enum(ASSET_CLASSES), 'The asset that it represents.', 'BOND'),
    tokenType: field(z.enum(TOKEN_TYPES), 'The type: with or without coupons.', 'YIELD_BEARING'),
    maxShareholders: field(z.int(), 'The limit; 0 for no limit.', 0),
    maxTokensPerInvestor: field(z.number(), 'The limit; 0 for no limit.', 0),
    lockUpDuration: field(z.int(), 'Seconds; 0: none.', 0),
    yieldParams: yieldParamsView.nullable().describe('Null without coupons.'),
    contractAddress: field(z.string(), 'The address of the contract, known before the deployment.', EXAMPLE_CONTRACT),
    tokenAdmin: field(z.string(), 'The wallet that manages it.', EXAMPLE_ADDRESS),
    totalSupply: field(z.string(), 'The supply, from the index of its events.', '1000'),
    holderCount: field(z.int(), 'The number of investors that hold the token, without the tokenAdmin.', 12),
    operationRef: field(z.string(), 'The reference of the deployment.', '019a6b3e-7c1e-7d44-a8f1-3a5f0c9e2b71'),
    txHash: field(z.string().nullable(), 'The hash of its deployment; null until that is signed.', EXAMPLE_HASH),
    documents: z.array(tokenDocument).describe('The documents about the token that are listed in the portal.'),
    reference: referenceView,
    metadata: metadataView,
    createdAt: field(z.iso.datetime(), 'The time at which it was issued.', AT),
    updatedAt: field(z.iso.datetime(), 'The time of its last update.', '2026-11-24T11:05:44.862Z'),
  })
  .meta({ id: 'Token', description: 'A tokenized asset.' })
export type TokenView = z.infer<typeof tokenView>

export const tokenPage = z
  .object({
    items: z.array(tokenView).describe('Newest first.'),
    total: field(z.int(), 'The total number of items.', 1),
    page: field(z.int(), 'The requested value.', 1),
    pageSize: field(z.int(), 'The requested value.', 20),
  })
  .meta({ id: 'TokenPage' })

export const tokenParams = z.strictObject({ id: field(z.uuid(), 'The id of the token.', EXAMPLE_TOKEN_ID) })
export const pageFields = {
  page: integerField(1, 1_000_000, 'The page number, starting at 1.', 1),
  pageSize: integerField(1, 100, 'Items per page.', 20),
}
export const listTokensQuery = z.strictObject({
  ...pageFields,
  status: field(z.enum(TOKEN_STATUSES).optional(), 'Filters by status.', 'ACTIVE'),
  reference: referenceFilter,
  metadata: metadataFilter,
})
export type ListTokensQuery = z.output<typeof listTokensQuery> & Pick<z.output<typeof tokenFilter>, 'search'>

/** The query of a list. */
export const tokenFilter = z.object({
  page: pageNumber,
  status: z.enum(TOKEN_STATUSES).optional(),
  /** A part of a ticker, name or reference, or the beginning of a contract address or id. */
  search: z.string().trim().max(120).optional(),
  metadata: metadataFilter,
})
export const tokenRef = z.object({ tokenId: z.uuid() })

const MAX_DOCUMENTS = 20
const webAddress = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => parseWebAddress(text)?.protocol === 'https:', 'must be an https address')
  .refine((text) => !hasCredentials(text), 'must not carry a user name or password')
export const documentsInput = tokenRef.extend({
  documents: z.array(z.object({ title: lineOfText.min(1).max(120), url: webAddress })).max(MAX_DOCUMENTS),
})
export type DocumentsInput = z.output<typeof documentsInput>

function hasCredentials(text: string): boolean {
  const url = parseWebAddress(text)
  return url !== null && (url.username !== '' || url.password !== '')
}
