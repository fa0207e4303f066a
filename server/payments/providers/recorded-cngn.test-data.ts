import { createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { z } from 'zod'
import { cngn } from './cngn'
import { boxKey } from './cngn-sealing'
import { type Answered, major, pageOf, type Recording, said, type World, wants } from './recorded-world.test-data'

const SEED = Buffer.alloc(32, 7)
const PUBLIC = ed25519.getPublicKey(SEED)
const KEYS = { apiKey: 'cngn_test_1', encryptionKey: 'an encryption key', webhookSecret: 'a webhook secret' }

const sealed = z.object({ content: z.base64(), iv: z.base64() })
const request = z.object({
  amount: z.number().min(100),
  customer: z.object({ email: z.email(), name: z.string() }),
  accountName: z.string().max(50),
  narration: z.string().max(100),
})

/** An OpenSSH key file like that of `ssh-keygen -t ed25519 -N ""`, with the parts that are read. */
export function openSshFile(seed: Uint8Array): string {
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0none'),
    Buffer.from([0, 0, 0, 64]),
    seed,
    ed25519.getPublicKey(seed),
  ])
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`
}

/** Encrypts as the API encrypts its answers: `crypto_box` to our key, with a new key for each answer. */
function sealFor(publicKey: Uint8Array, data: unknown): string {
  const secret = x25519.utils.randomSecretKey()
  const nonce = randomBytes(24)
  const key = boxKey(secret, ed25519.utils.toMontgomery(publicKey))
  const box = xsalsa20poly1305(key, nonce).encrypt(Buffer.from(JSON.stringify(data)))
  return Buffer.concat([nonce, box, x25519.getPublicKey(secret)]).toString('base64')
}

function unseal(body: unknown): unknown {
  const { content, iv } = sealed.parse(body)
  const key = createHash('sha256').update(KEYS.encryptionKey).digest()
  const cipher = createDecipheriv('aes-256-cbc', key, Buffer.from(iv, 'base64'))
  return JSON.parse(Buffer.concat([cipher.update(Buffer.from(content, 'base64')), cipher.final()]).toString())
}

const done = (data: unknown): Answered => ({
  status: 200,
  body: { status: 200, message: 'ok', data: sealFor(PUBLIC, data) },
})

/** Shapes from cNGN's API reference. */
export const recordedCngn: Recording = {
  isSigned: true,
  refunds: false,
  make: (baseUrl) => cngn({ ...KEYS, privateKey: openSshFile(SEED), baseUrl, pace: async () => {} }),
  answer(world, { path, query, headers, body }) {
    wants(headers.authorization === `Bearer ${KEYS.apiKey}`, 'the key')
    if (path === '/v1/api/virtual-account/temporary') {
      const { amount, narration: reference } = request.parse(unseal(body))
      const providerRef = `DEP-${world.accounts.size}`
      const amountMinor = BigInt(Math.round(amount * 100))
      world.accounts.set(reference, { providerRef, amountMinor })
      return done({ ...accountOf(world, { reference, amountMinor }), reference: providerRef })
    }
    wants(path === '/v1/api/transactions', 'the list')
    const asked = { page: Number(query.get('page')), size: Number(query.get('limit')) }
    const { rows, pages } = pageOf(world, world.transfers, asked)
    const data = rows.map(({ id, reference, amountMinor, paidAt }) => ({
      id,
      amount: major(said(world, { reference, amountMinor }).amountMinor).toFixed(2),
      description: `Deposit ${said(world, { reference, amountMinor }).reference}`,
      createdAt: paidAt,
      trx_ref: world.lie === 'reference' ? 'DEP-OTHER' : world.accounts.get(reference)?.providerRef,
      trx_type: 'deposit',
      asset_symbol: 'CNGN',
      status: 'success',
    }))
    return done({ data, pagination: { count: rows.length, pages, isLastPage: asked.page >= pages, nextPage: null } })
  },
  webhook({ id, amountMinor }, providerRef) {
    const data = {
      transactionId: id,
      trx_ref: providerRef,
      status: 'completed',
      trx_type: 'fiat_buy',
      amount: major(amountMinor).toFixed(2),
    }
    const raw = Buffer.from(JSON.stringify({ event: 'deposit.completed', data, timestamp: '2026-05-04T10:00:00Z' }))
    const signature = createHmac('sha256', KEYS.webhookSecret).update(raw).digest('hex')
    return { raw, headers: { 'x-cngn-signature': `sha256=${signature}` } }
  },
}

function accountOf(world: World, truth: { reference: string; amountMinor: bigint }) {
  const amount = major(world.lie === 'amount' ? 10_000n : truth.amountMinor)
  const bank = { accountNumber: '8801234567', accountName: 'Ada', bankName: 'Wema Bank', bankCode: '035' }
  const { currency } = said(world, truth)
  return { amount, amountExpected: amount, fee: 0, vat: 0, currency, ...bank, expiresAt: '2026-05-04T12:00:00.000Z' }
}
