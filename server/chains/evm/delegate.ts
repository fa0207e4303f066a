import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Address } from 'viem'
import { addressWord } from '@/schemas/chains/evm/words'
import { encodeRlp, rlpNumber } from './rlp'

/**
 * The fields that an account signs to delegate to a contract's code (EIP-7702); `nonce` is the account's own nonce when
 * the authorization is applied.
 */
export type Authorization = { chainId: number; delegate: Address; nonce: number }

const AUTHORIZATION_MAGIC = 0x05

/**
 * The address of SlipwayDelegate on every chain, to which wallets delegate. It is created with CREATE2 by the standard
 * deployer with salt zero, so the address follows from the contract's bytes alone. A test compares it with them;
 * another version of the contract has another address.
 */
export function delegateAddress(): Address {
  return '0x359Fc72a1db80d1DA237c8CE3635e9bD14A7AB2c'
}

/** Earlier versions: on chains without the newest one, wallets still delegate to them. */
const FORMER_DELEGATES: readonly Address[] = ['0x53A38eaA1a8ffa7DE8DF98fe8e7f8adEFA68F19E']

/** Whether an address is the delegate or an earlier version of it, which accounts may point to. */
export function isOwnDelegate(address: string): boolean {
  return [delegateAddress(), ...FORMER_DELEGATES].some((own) => own.toLowerCase() === address.toLowerCase())
}

/** Whether an account's code, as returned by `eth_getCode`, delegates to that contract. */
export function isDelegatedTo(code: string, delegate: string): boolean {
  return code.toLowerCase() === `0xef0100${delegate.slice(2).toLowerCase()}`
}

/** The 32-byte digest of an authorization. */
export function authorizationDigest({ chainId, delegate, nonce }: Authorization): Uint8Array {
  const address = Buffer.from(addressWord(delegate).slice(24), 'hex')
  const fields = encodeRlp([rlpNumber(chainId), address, rlpNumber(nonce)])
  return keccak_256(Buffer.concat([Uint8Array.of(AUTHORIZATION_MAGIC), fields]))
}
