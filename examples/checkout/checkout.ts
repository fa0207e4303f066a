import { type Client, type Deposit, type SignedRequest, verifyWebhook, WebhookVerificationError } from '@slipway/sdk'

/** The wallets of customers have this purpose, and the sweep rule empties the wallets of this purpose. */
const PURPOSE = 'CUSTOMERS'

export type CheckoutOptions = {
  slipway: Client
  /** The `signingSecret` of the webhook endpoint that calls this app. */
  webhookSecret: string
  chainId: number
  /** The token that customers pay with, and how many decimals it has. */
  token: { address: string; decimals: number }
  /** The wallet that collects what customers pay. */
  treasury: string
}

type Credit = { customer: string; units: bigint }

/**
 * A shop that gives each customer an address and credits what arrives there. Use tables of your database in
 * place of the maps: `credits` has the deposit's id as its key, so a webhook that comes twice counts once.
 */
export function createCheckout({ slipway, webhookSecret, chainId, token, treasury }: CheckoutOptions) {
  const customers = new Map<string, string>()
  const credits = new Map<string, Credit>()

  function credit({ id, address, amount, tokenAddress, ...deposit }: Deposit): void {
    const customer = customers.get(address)
    if (!customer || deposit.chainId !== chainId || tokenAddress !== token.address) return
    credits.set(id, { customer, units: toUnits(amount, token.decimals) })
  }

  return {
    /** Makes the rule that moves payments to the treasury. Repeated, it is the same rule. */
    async start(threshold: string): Promise<void> {
      const what = { chainId, tokenAddress: token.address, purpose: PURPOSE }
      await slipway.createSweepRule({ ...what, toAddress: treasury, threshold, reference: 'checkout' })
    },

    /** The address of a customer. The reference makes it one wallet per customer, however often this is called. */
    async openAccount(customer: string): Promise<string> {
      const [wallet] = await slipway.createWallets({ chainType: 'EVM', purpose: PURPOSE, reference: customer })
      if (!wallet) throw new Error('no wallet was made')
      customers.set(wallet.address, customer)
      return wallet.address
    },

    /** Takes a webhook and returns the status to answer: 2xx ends its delivery, anything else repeats it. */
    async receive(request: SignedRequest): Promise<number> {
      try {
        const event = await verifyWebhook({ ...request, secret: webhookSecret })
        // Confirmed: the chain can no longer remove it.
        if (event.type === 'wallet.deposit.confirmed') credit(event.data)
        return 204
      } catch (error) {
        if (error instanceof WebhookVerificationError) return 401
        throw error
      }
    },

    /** Reads what webhooks may have missed, for example while this app was down. */
    async catchUp(): Promise<void> {
      for await (const { address, reference } of slipway.listWallets({ purpose: PURPOSE }))
        if (reference) customers.set(address, reference)
      for await (const deposit of slipway.listDeposits({ chainId, stage: 'confirmed' })) credit(deposit)
    },

    /** What a customer has paid, in base units of the token. */
    paidBy(customer: string): bigint {
      return [...credits.values()].reduce((sum, one) => (one.customer === customer ? sum + one.units : sum), 0n)
    },
  }
}

/** Amounts are decimal texts: 1.5 of a token with 6 decimals is 1500000 units. Numbers would round. */
function toUnits(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
