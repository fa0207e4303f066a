import type { KMSClientConfig } from '@aws-sdk/client-kms'
import { refusal } from '@/server/errors'
import type { Kek } from './kek'
import { KeyUnusableError, WrongKeyError } from './key-fault'

/**
 * A key in AWS KMS. The binding is sent as the EncryptionContext, so KMS itself refuses another owner, and its log
 * names each owner. Credentials, region and endpoint are the SDK's defaults; a key given by ARN has its region.
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

/** KMS's error for bytes that another key encrypted. */
const WRONG_KEY = ['InvalidCiphertextException', 'IncorrectKeyException']

/**
 * Faults of the configuration: the key, its policy, our login or the region. They last until an operator changes it.
 */
const UNUSABLE = [
  'AccessDeniedException',
  'CredentialsProviderError',
  'DisabledException',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidArnException',
  'InvalidClientTokenId',
  'InvalidGrantTokenException',
  'InvalidKeyUsageException',
  'InvalidSignatureException',
  'KMSInvalidStateException',
  'MissingAuthenticationToken',
  'NotFoundException',
  'OptInRequired',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
  'UnsupportedOperationException',
  'ValidationException',
]

/**
 * Sorts KMS's errors into three: a wrong key, a fault of the set-up, and a service that may answer the next time.
 * Callers get 503 for both of the latter.
 */
async function answered<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown'
    if (WRONG_KEY.includes(name)) throw new WrongKeyError()
    const cause = UNUSABLE.includes(name) ? new KeyUnusableError(name, { cause: error }) : error
    throw refusal('key_service_unavailable', { cause })
  }
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
