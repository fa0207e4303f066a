import { HOLDER } from './fill-tokens'
import { byOwner, type MutationCall } from './mutation-call'
import type { MutationWorld } from './mutation-world'
import { TOKEN_EXAMPLES } from './token-examples'

type Example = (world: MutationWorld) => Promise<MutationCall>

/** A mutation of a token of the world's business. */
const ofToken =
  (input: object): Example =>
  async (w) => {
    await w.endpoint()
    return byOwner(w, { tokenId: (await w.token()).tokenId, ...input })
  }
const moved = { to: HOLDER, amount: '0.000001' }

/** The examples of the mutations of tokens. */
export const TOKEN_MUTATIONS: Record<string, Example> = {
  'tokens.issue': async (w) => {
    await w.endpoint()
    return byOwner(w, { ...TOKEN_EXAMPLES['POST /v1/tokens']?.body, chainId: 84_532 })
  },
  'tokens.setDocuments': ofToken({ documents: [{ title: 'Prospectus', url: 'https://example.com/prospectus.pdf' }] }),
  'tokens.simulateMint': ofToken(moved),
  'tokens.mint': ofToken(moved),
  'tokens.simulateBurn': ofToken({ from: HOLDER, amount: '0.000001' }),
  'tokens.burn': ofToken({ from: HOLDER, amount: '0.000001' }),
  'tokens.simulateTransfer': ofToken({ from: HOLDER, ...moved, forced: true }),
  'tokens.transfer': ofToken({ from: HOLDER, ...moved, forced: true }),
  'tokens.pause': ofToken({}),
  'tokens.unpause': async (w) => {
    await w.endpoint()
    return byOwner(w, { tokenId: (await w.token({ status: 'PAUSED' })).tokenId })
  },
  'tokens.registerWallets': ofToken({ lines: [{ address: `0x${'22'.repeat(20)}`, investorId: 'two' }] }),
  'tokens.removeWallet': ofToken({ address: HOLDER }),
  'tokens.freezeWallet': ofToken({ address: HOLDER, frozen: true }),
  'tokens.payCoupon': async (w) => {
    await w.endpoint()
    const { tokenId, couponId } = await w.token()
    return byOwner(w, { tokenId, couponId })
  },
  'tokens.redeemPrincipal': async (w) => {
    await w.endpoint()
    return byOwner(w, { tokenId: (await w.token({ isPaid: true })).tokenId })
  },
}
