import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

/** Its first byte is no start of a transaction. */
const SIGNING_DOMAIN = Buffer.from('\xffsolana offchain', 'latin1')
const VERSION = 0
const RESTRICTED_ASCII = /^[\x20-\x7e]+$/

type Offchain = {
  text: string
  /** The wallet that signs, the only one. */
  address: string
  /** 32 bytes in hex. */
  applicationDomain: string
}

/** A Solana off-chain message of version 0: the header, then the text. Format 0 is printable ASCII, 1 any UTF-8. */
export function offchainBytes({ text, address, applicationDomain }: Offchain): Uint8Array {
  const body = Buffer.from(text, 'utf8')
  const length = Buffer.alloc(2)
  length.writeUInt16LE(body.length)
  const format = RESTRICTED_ASCII.test(text) ? 0 : 1
  return Buffer.concat([
    SIGNING_DOMAIN,
    Uint8Array.of(VERSION),
    Buffer.from(applicationDomain.slice(2), 'hex'),
    Uint8Array.of(format, 1),
    base58.decode(address),
    length,
    body,
  ])
}

/** The application domain of a project that names none, in hex. */
export function domainOfProject(projectId: string | null): string {
  return `0x${createHash('sha256').update(`slipway off-chain messages of ${projectId}`).digest('hex')}`
}
