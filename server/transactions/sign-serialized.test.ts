import { ed25519 } from '@noble/curves/ed25519.js'
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { wallets } from '@/db/schema'
import type { Tenant } from '@/server/ctx'
import { openWalletSeed } from '@/server/custody/open-business-seed'
import { type SolanaWallet, signMessageWith } from '@/server/custody/sign-solana-message'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { createWallets } from '@/server/wallets/create-wallets'
import type { WalletRow } from '@/server/wallets/require-active-wallet'
import { signSerialized } from './sign-serialized'

openDatabase()
let tenant: Tenant
let wallet: WalletRow

beforeAll(async () => {
  tenant = await createTenant()
  wallet = await inTenantWithSeed(tenant, async (ctx) => {
    const [made] = await createWallets(ctx, { chainType: 'SOLANA', count: 1, purpose: 'TEST' })
    const [row] = await ctx.db
      .select()
      .from(wallets)
      .where(and(eq(wallets.businessId, ctx.businessId), eq(wallets.address, made?.address ?? '')))
    if (!row) throw new Error('no wallet')
    return row
  })
})

const other = Keypair.fromSeed(new Uint8Array(32).fill(9))
const own = () => new PublicKey(wallet.address)
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

async function sign(serialized: string) {
  const seed = await openWalletSeed(wallet)
  const sign = (key: SolanaWallet, bytes: Uint8Array) => signMessageWith(seed, key, bytes)
  return signSerialized({ chain: { chainId: 103 }, wallet, serialized, sign })
}

function message(payerKey = own(), fromPubkey = own()) {
  return new TransactionMessage({
    payerKey,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: [SystemProgram.transfer({ fromPubkey, toPubkey: other.publicKey, lamports: 5 })],
  })
}

function isSignedBy(key: PublicKey, { signatures, message: signed }: VersionedTransaction): boolean {
  const index = signed.staticAccountKeys.findIndex((one) => one.equals(key))
  return ed25519.verify(signatures[index] ?? new Uint8Array(64), signed.serialize(), key.toBytes())
}

const table = new AddressLookupTableAccount({
  key: other.publicKey,
  state: {
    addresses: [other.publicKey],
    deactivationSlot: 0n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
  },
})

describe('signSerialized', () => {
  it.each([
    ['a legacy transaction', () => message().compileToLegacyMessage()],
    ['a v0 transaction', () => message().compileToV0Message()],
    ['a v0 transaction with a lookup table', () => message().compileToV0Message([table])],
  ])('signs %s and leaves the message as it is', async (_, compile) => {
    const unsigned = new VersionedTransaction(compile())
    const { signedTransaction, missingSigners } = await sign(text(unsigned.serialize()))
    const signed = VersionedTransaction.deserialize(Buffer.from(signedTransaction, 'base64'))
    expect(text(signed.message.serialize())).toBe(text(unsigned.message.serialize()))
    expect(isSignedBy(own(), signed)).toBe(true)
    expect(missingSigners).toEqual([])
  })

  it('adds its signature beside others and says who is still missing', async () => {
    const unsigned = new VersionedTransaction(message(other.publicKey).compileToLegacyMessage())
    const alone = await sign(text(unsigned.serialize()))
    expect(alone.missingSigners).toEqual([other.publicKey.toBase58()])
    unsigned.sign([other])
    const together = await sign(text(unsigned.serialize()))
    const signed = VersionedTransaction.deserialize(Buffer.from(together.signedTransaction, 'base64'))
    expect(together.missingSigners).toEqual([])
    expect(isSignedBy(own(), signed) && isSignedBy(other.publicKey, signed)).toBe(true)
  })

  it('refuses what does not ask for this wallet, and what is no transaction', async () => {
    const foreign = new VersionedTransaction(message(other.publicKey, other.publicKey).compileToLegacyMessage())
    const good = Buffer.from(new VersionedTransaction(message().compileToV0Message()).serialize())
    const cases: [string, string][] = [
      [text(foreign.serialize()), 'does not ask for a signature of this wallet'],
      ['', 'must be base64'],
      ['not base64!', 'must be base64'],
      [good.toString('base64url').replace(/=+$/, '').concat('_'), 'must be base64'],
      [text(good.subarray(0, 80)), 'ends too early'],
      [text(Buffer.concat([good, Buffer.of(1)])), 'has bytes after its end'],
      [text(Buffer.concat([Buffer.of(0), good.subarray(65)])), 'holds 0 signatures where 1 are required'],
      [text(new Uint8Array(1_233)), 'is larger than 1232 bytes'],
      ['A'.repeat(4_000), 'is larger than a transaction can be'],
    ]
    for (const [serialized, problem] of cases) {
      await expect(sign(serialized)).rejects.toMatchObject({
        code: 'invalid',
        errors: [`transaction.serialized: ${problem}`],
      })
    }
  })
})
