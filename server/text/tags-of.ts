import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json'
import type { Metadata } from './tags'

/** A request body with tags. The fields that say how to report the outcome are not part of its fingerprint. */
export type Tagged = {
  reference?: string | undefined
  metadata?: Metadata | undefined
  waitForCompletion?: boolean
  webhookUrl?: string | undefined
  webhookSecret?: string | undefined
}

/** The tags that a row stores. A different request under the same reference has another fingerprint. */
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

/** Equal for two equal requests, even if they report the outcome in different ways. */
function fingerprintOfRequest({ waitForCompletion, webhookUrl, webhookSecret, ...request }: Tagged): string {
  return hash('sha256', canonicalJson(request), 'hex')
}
