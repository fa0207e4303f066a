import type { KMSClientConfig } from '@aws-sdk/client-kms'
import { refusal } from '@/server/errors'
import type { Kek } from './kek'

/**
 * A key in AWS KMS. The binding travels as the EncryptionContext, so KMS itself refuses another owner and its log names each.
 * Credentials, region and endpoint come from the SDK's usual places; a key given by ARN brings its region.
 */
export function awsKmsKek(keyId: string, config: KMSClientConfig = {}): Kek {
  const region = /^arn:[\w-]+:kms:([\w-]+):/.exec(keyId)?.[1]
  const sdk = lazily(async () => {
    const kms = await import('@aws-sdk/client-kms')
    const limits = { maxAttempts: 3, requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000 } }
    return { kms, client: new kms.KMSClient({ ...(region ? { region } : {}), ...limits, ...config }) }
  })
  return {
    id: `aws-kms:${keyId}`,
    async wrap(dataKey, binding) {
      const { kms, client } = await sdk()
      const command = new kms.EncryptCommand({ KeyId: keyId, Plaintext: dataKey, EncryptionContext: { ...binding } })
      const { CiphertextBlob } = await answered(client.send(command))
      if (!CiphertextBlob) throw refusal('key_service_unavailable')
      return CiphertextBlob
    },
    async unwrap(wrapped, binding) {
      const { kms, client } = await sdk()
      const command = new kms.DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: wrapped,
        EncryptionContext: { ...binding },
      })
      const { Plaintext } = await answered(client.send(command))
      if (!Plaintext) throw refusal('key_service_unavailable')
      return Plaintext
    },
  }
}

/** Tells "these bytes are not that owner's" (a fault to look at) from "the key service does not answer" (503, retry). */
async function answered<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown'
    if (name === 'InvalidCiphertextException' || name === 'IncorrectKeyException') {
      throw new Error('sealed value cannot be opened: wrong key, another owner or changed bytes')
    }
    throw refusal('key_service_unavailable', { cause: error })
  }
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
