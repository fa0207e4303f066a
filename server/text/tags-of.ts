import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json'
import type { Metadata } from './tags'

/** A body with tags of its result. Where the outcome is sent is not part of the request. */
export type Tagged = {
  reference?: string | undefined
  metadata?: Metadata | undefined
  waitForCompletion?: boolean
  webhookUrl?: string | undefined
  webhookSecret?: string | undefined
}

/** The tags that a row keeps. Another request under the same reference has another fingerprint. */
export type Tags = { reference: string | null; referenceFingerprint: string | null; metadata: Metadata | null }

/** The tags of a row, from the names in a body. */
export function tagsOf(body: Tagged): Tags {
  const { reference = null, metadata = null } = body
  return { reference, referenceFingerprint: reference === null ? null : fingerprintOfRequest(body), metadata }
}

type ClientTagged = Pick<Tagged, 'metadata'> & { clientReference?: string | undefined }
export type ClientTags = Omit<Tags, 'reference'> & { clientReference: string | null }

/** The tags of a row whose reference is `clientReference`, in the body too. */
export function clientTagsOf({ clientReference, ...body }: ClientTagged): ClientTags {
  const { reference, ...tags } = tagsOf({ ...body, reference: clientReference })
  return { clientReference: reference, ...tags }
}

/** Equal for two requests for the same result, however its outcome is reported. */
function fingerprintOfRequest({ waitForCompletion, webhookUrl, webhookSecret, ...request }: Tagged): string {
  return hash('sha256', canonicalJson(request), 'hex')
}
