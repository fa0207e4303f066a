import type { Collector } from './collect-addresses'
import type { ListReader } from './list-reader'
import { attributeOf, createXmlReader } from './read-xml'

/** The names of the kinds of addresses, each with a ticker after it. New tickers appear without notice. */
const KIND = 'Digital Currency Address'
const MAX_TEXT = 1_024
const MAX_KINDS = 1_000

/**
 * The addresses in a list of the US Treasury, of every ticker: the ticker is not the chain. `sdn_advanced.xml` names
 * the kinds first, as `FeatureType` with an id. Its addresses are `VersionDetail` within a `Feature` of such an id.
 * `sdn.xml` has `idNumber` after `idType`.
 */
export function createSdnReader(found: Collector): ListReader {
  const kinds = new Set<string>()
  /** The text of the element that is read; null within others. */
  let text: string | null = null
  let featureType = ''
  let isOfKind = false
  let idType = ''

  const add = (entry: string) => found.add(entry.length > MAX_TEXT ? '' : entry)
  return createXmlReader({
    open(name, attributes) {
      text = null
      if (name === 'FeatureType') featureType = attributeOf(attributes, 'ID')
      else if (name === 'Feature') isOfKind = kinds.has(attributeOf(attributes, 'FeatureTypeID'))
      else if (name === 'id') idType = ''
      const isRead = name === 'FeatureType' || name === 'idType' || name === 'idNumber'
      if (isRead || (name === 'VersionDetail' && isOfKind)) text = ''
    },
    text(more) {
      if (text !== null && text.length <= MAX_TEXT) text += more
    },
    close(name) {
      if (name === 'Feature') isOfKind = false
      if (text === null) return
      const entry = text.trim()
      text = null
      if (name === 'FeatureType' && entry.startsWith(KIND)) kinds.add(featureType)
      else if (name === 'idType') idType = entry
      else if (name === 'VersionDetail' || (name === 'idNumber' && idType.startsWith(KIND))) add(entry)
      if (kinds.size > MAX_KINDS) throw new Error('it has too many kinds of addresses')
    },
  })
}
