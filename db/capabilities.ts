/** The text for a missing capability, for each area (spec 7.4). */
export const CAPABILITY_REFUSALS = {
  notGranted: (name: string) => `Capability ${name} not granted`,
  missing: (name: string) => `Missing required capability: ${name}`,
} as const

type Row = {
  /** The product that sells it. Without a subscription to that product the answer is 402. */
  productId: 1 | 2 | 3
  refusal: keyof typeof CAPABILITY_REFUSALS
}

const WALLET = { productId: 1, refusal: 'notGranted' } as const
const EVENTS = { productId: 2, refusal: 'missing' } as const
const TOKENS = { productId: 3, refusal: 'notGranted' } as const

/** Everything a plan can grant. An endpoint names one of these; a new capability is one line here. */
export const CAPABILITIES = {
  'wallet.hd.generate': WALLET,
  'wallet.hd.read': WALLET,
  'wallet.hd.sign': WALLET,
  'wallet.hd.deactivate': WALLET,
  'wallet.transfer.create': WALLET,
  'wallet.transfer.read': WALLET,
  'wallet.balance.read': WALLET,
  'indexer.subscribe.evm': EVENTS,
  'indexer.subscribe.solana': EVENTS,
  'indexer.subscription.update': EVENTS,
  'indexer.history.read': EVENTS,
  'tokenization.token.create': TOKENS,
  'tokenization.token.mint': TOKENS,
  'tokenization.token.burn': TOKENS,
  'tokenization.token.transfer': TOKENS,
  'tokenization.token.read': TOKENS,
  'tokenization.token.admin': TOKENS,
  'tokenization.yield.manage': TOKENS,
} as const satisfies Record<string, Row>

export type Capability = keyof typeof CAPABILITIES

const ALL_CAPABILITIES = Object.keys(CAPABILITIES).filter(isCapability)

/** Whether the table has a capability of this name. */
export function isCapability(name: string): name is Capability {
  return Object.hasOwn(CAPABILITIES, name)
}

/** The capabilities that plans of a product can grant, in the order of the table. */
export function capabilitiesOf(productId: number): Capability[] {
  return ALL_CAPABILITIES.filter((name) => CAPABILITIES[name].productId === productId)
}
