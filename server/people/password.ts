import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { oncePerProcess } from '@/db/once-per-process'

/** OWASP's setting for argon2id: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** The stored form of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Works as long for an unknown account (`null`) as for a wrong password. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash()), password)
  return matches && passwordHash !== null
}

/** Four groups of five unambiguous characters, 116 bits: for a person to type once. */
function oneTimePassword(): string {
  const group = () => Array.from({ length: 5 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return [group(), group(), group(), group()].join('-')
}

function nobodysHash(): Promise<string> {
  return oncePerProcess('nobodys-password-hash', () => hashPassword(oneTimePassword()))
}
