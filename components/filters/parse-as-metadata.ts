import { createParser } from 'nuqs/server'
import { METADATA_PAIR } from '@/server/text/metadata-pair'

/** A pair of metadata in the address bar, as `customer=c-77`; what is none counts as absent. */
export const parseAsMetadata = createParser({
  parse: (text) => (METADATA_PAIR.test(text) ? text : null),
  serialize: String,
}).withDefault('')
