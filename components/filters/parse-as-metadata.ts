import { createParser } from 'nuqs/server'
import { METADATA_PAIR } from '@/server/text/metadata-pair'

/** A pair of metadata in the URL, as `customer=c-77`; an invalid one counts as absent. */
export const parseAsMetadata = createParser({
  parse: (text) => (METADATA_PAIR.test(text) ? text : null),
  serialize: String,
}).withDefault('')
