import { createHmac, createPrivateKey, createPublicKey, sign as cryptoSign, type KeyObject } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { HARDENED_OFFSET, HDKey as Slip10Key } from 'micro-key-producer/slip10.js'
import { type Address, bytesToHex, checksumAddress } from 'viem'
import { publicKeyOf, signDigest, tweakedKey } from './curve'
import { EVM_PARENT_PATH, SOLANA_PARENT_PATH } from './derivation-path'

/** 65 bytes: recovery bit, r, s. */
type SignDigest = (digest: Uint8Array) => Uint8Array

/** Signs whole messages with ed25519; 64 bytes. */
type SolanaSigner = { address: string; sign: (message: Uint8Array) => Uint8Array }

export type EvmSigner = { address: Address; sign: SignDigest }

/**
 * The keys below one seed. Private parts live in closures only, so neither a log nor JSON can show them.
 * After `wipe` every call throws.
 */
export type SeedKeys = {
  evm: (addressIndex: number) => EvmSigner
  solana: (addressIndex: number) => SolanaSigner
  solanaAddress: (addressIndex: number) => string
  wipe: () => void
}

/** Signers kept per seed; beyond it they are derived again. */
const MAX_SIGNERS = 1_024
/** The largest non-hardened index of BIP-32. */
const MAX_INDEX = 2 ** 31 - 1

/** Derives the parent nodes once; the seed is not kept, the caller may wipe it. */
export function deriveKeys(seed: Uint8Array): SeedKeys {
  const master = HDKey.fromMasterSeed(seed)
  const evmParent = evmNode(master.derive(EVM_PARENT_PATH))
  master.wipePrivateData()
  const solanaParent = Slip10Key.fromMasterSeed(seed).derive(SOLANA_PARENT_PATH)
  const signers = new Map<number, { key: Uint8Array; signer: EvmSigner }>()
  const solanaSigners = new Map<number, SolanaSigner>()
  let wiped = false

  function check(addressIndex: number): void {
    if (wiped) throw new Error('the keys of this seed were wiped')
    if (!Number.isInteger(addressIndex) || addressIndex < 0 || addressIndex > MAX_INDEX) {
      throw new Error('an address index is an integer from 0 to 2^31-1')
    }
  }

  function dropSigners(): void {
    for (const { key } of signers.values()) key.fill(0)
    signers.clear()
  }

  return {
    evm(addressIndex) {
      check(addressIndex)
      const cached = signers.get(addressIndex)
      if (cached) return cached.signer
      if (signers.size >= MAX_SIGNERS) dropSigners()
      const key = childKey(evmParent, addressIndex)
      const sign: SignDigest = (digest) => signDigest(digest, key)
      const signer = { address: evmAddress(key), sign }
      signers.set(addressIndex, { key, signer })
      return signer
    },
    solana(addressIndex) {
      check(addressIndex)
      const cached = solanaSigners.get(addressIndex)
      if (cached) return cached
      if (solanaSigners.size >= MAX_SIGNERS) solanaSigners.clear()
      const key = solanaKey(solanaParent, addressIndex)
      const sign = (message: Uint8Array): Uint8Array => {
        check(addressIndex)
        return cryptoSign(null, message, key)
      }
      const signer = { address: solanaAddressOf(key), sign }
      solanaSigners.set(addressIndex, signer)
      return signer
    },
    solanaAddress(addressIndex) {
      check(addressIndex)
      return solanaAddressOf(solanaKey(solanaParent, addressIndex))
    },
    wipe() {
      wiped = true
      dropSigners()
      solanaSigners.clear()
      evmParent.key.fill(0)
      solanaParent.privateKey.fill(0)
    },
  }
}

type Node = { key: Uint8Array; publicKey: Uint8Array; chainCode: Uint8Array }

function evmNode(derived: HDKey): Node {
  const { privateKey, publicKey, chainCode } = derived
  if (!privateKey || !publicKey || !chainCode) throw new Error('the seed derives no private node')
  const node = {
    key: Uint8Array.from(privateKey),
    publicKey: Uint8Array.from(publicKey),
    chainCode: Uint8Array.from(chainCode),
  }
  derived.wipePrivateData()
  return node
}

/**
 * BIP-32's CKDpriv, not hardened. The library's own `deriveChild` also makes the child a parent (public key,
 * fingerprint), which takes twice the time and is not needed for the last step.
 */
function childKey(parent: Node, addressIndex: number): Uint8Array {
  const data = Buffer.alloc(37)
  data.set(parent.publicKey)
  data.writeUInt32BE(addressIndex, 33)
  const tweak = createHmac('sha512', parent.chainCode).update(data).digest()
  const key = tweakedKey(parent.key, tweak.subarray(0, 32))
  tweak.fill(0)
  return key
}

function evmAddress(key: Uint8Array): Address {
  const hash = keccak_256(publicKeyOf(key).subarray(1))
  return checksumAddress(bytesToHex(hash.subarray(12)))
}

/**
 * SLIP-10's last two steps, both hardened. The library's own `deriveChild` also computes the public key of each step in
 * bigint arithmetic, which takes five times as long.
 */
function solanaKey(parent: Pick<Slip10Key, 'privateKey' | 'chainCode'>, addressIndex: number): KeyObject {
  const account = hardenedChild(parent, addressIndex)
  const child = hardenedChild(account, 0)
  try {
    return ed25519Key(child.privateKey)
  } finally {
    account.privateKey.fill(0)
    child.privateKey.fill(0)
  }
}

function hardenedChild({ privateKey, chainCode }: Pick<Slip10Key, 'privateKey' | 'chainCode'>, index: number) {
  const data = Buffer.alloc(37)
  data.set(privateKey, 1)
  data.writeUInt32BE(HARDENED_OFFSET + index, 33)
  const child = createHmac('sha512', chainCode).update(data).digest()
  data.fill(0)
  return { privateKey: child.subarray(0, 32), chainCode: child.subarray(32) }
}

function solanaAddressOf(key: KeyObject): string {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return base58.encode(spki.subarray(-32))
}

/** PKCS #8 around the 32 bytes of an ed25519 key. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * A key of OpenSSL, which signs in a twentieth of the time of bigint arithmetic and clears its copy when the last
 * reference is released.
 */
function ed25519Key(privateKey: Uint8Array): KeyObject {
  const der = Buffer.concat([ED25519_HEAD, privateKey])
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } finally {
    der.fill(0)
  }
}
