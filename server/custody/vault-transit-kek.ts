import { refusal } from '@/server/errors'
import { bindingBytes } from './binding'
import type { Kek } from './kek'
import { KeyUnusableError, WrongKeyError } from './key-fault'
import { isTransientAnswer, VaultAnswer } from './vault-answer'
import type { VaultClient } from './vault-client'

type Source = { mount: string; key: string }

/**
 * A key of the transit engine of HashiCorp Vault or OpenBao. The binding is sent as the associated data of an AEAD key,
 * so Vault itself refuses another owner.
 */
export function vaultTransitKek({ mount, key }: Source, vault: VaultClient): Kek {
  return {
    id: `vault-transit:${mount}/${key}`,
    async wrap(dataKey, binding) {
      const body = { plaintext: base64(dataKey), associated_data: base64(bindingBytes(binding)) }
      const { ciphertext } = await answered(vault.write(`${mount}/encrypt/${key}`, body))
      if (typeof ciphertext !== 'string') throw refusal('key_service_unavailable')
      return Buffer.from(ciphertext, 'utf8')
    },
    async unwrap(wrapped, binding) {
      const ciphertext = Buffer.from(wrapped).toString('utf8')
      const body = { ciphertext, associated_data: base64(bindingBytes(binding)) }
      const { plaintext } = await answered(vault.write(`${mount}/decrypt/${key}`, body))
      if (typeof plaintext !== 'string') throw refusal('key_service_unavailable')
      return Buffer.from(plaintext, 'base64')
    },
  }
}

/**
 * Vault's messages with status 400 for errors of the configuration: the key was deleted, or `min_decryption_version` or
 * an old backup excludes the version.
 */
const SET_UP = /not found|too old|too new|larger than the latest/

/** Any other 400 of `decrypt`: another key, another binding or changed bytes. */
function isWrongKey({ status, problem, path }: VaultAnswer): boolean {
  return status === 400 && path.includes('/decrypt/') && !SET_UP.test(problem)
}

/**
 * Sorts Vault's errors into three: a wrong key, a fault of the configuration, and a service that may answer the next
 * time. Callers get 503 for the last two.
 */
async function answered<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof VaultAnswer) || isTransientAnswer(error))
      throw refusal('key_service_unavailable', { cause: error })
    if (isWrongKey(error)) throw new WrongKeyError()
    throw refusal('key_service_unavailable', { cause: new KeyUnusableError(error.code, { cause: error }) })
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
