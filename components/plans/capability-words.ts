import type { Capability } from '@/schemas/projects/contract'

/** What each capability lets a project do, as people read it. */
const CAPABILITY_WORDS: Record<Capability, string> = {
  'wallet.hd.generate': 'Generate wallets',
  'wallet.hd.read': 'Read wallets',
  'wallet.hd.sign': 'Sign messages and transactions, call contracts',
  'wallet.hd.deactivate': 'Deactivate wallets',
  'wallet.transfer.create': 'Send transfers',
  'wallet.transfer.read': 'Read transactions',
  'wallet.balance.read': 'Read balances and deposits',
  'indexer.subscribe.evm': 'Subscribe to contracts on EVM chains',
  'indexer.subscribe.solana': 'Subscribe to mints and token accounts on Solana',
  'indexer.subscription.update': 'Change, pause, test and replay event subscriptions',
  'indexer.history.read': 'Read past events and deliveries',
  'tokenization.token.create': 'Issue tokens',
  'tokenization.token.mint': 'Mint tokens',
  'tokenization.token.burn': 'Burn tokens',
  'tokenization.token.transfer': 'Transfer tokens between investors',
  'tokenization.token.read': 'Read tokens, holders and operations',
  'tokenization.token.admin': 'Pause tokens, register and freeze wallets',
  'tokenization.yield.manage': 'Issue yield-bearing tokens and pay coupons',
}

/** The words for a capability; one that is newer than this page keeps its name. */
export function capabilityWords(name: string): string {
  return isKnown(name) ? CAPABILITY_WORDS[name] : name
}

function isKnown(name: string): name is Capability {
  return Object.hasOwn(CAPABILITY_WORDS, name)
}
