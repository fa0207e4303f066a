import { type ParsedList, parseList } from './parse-list'

/** A list with this text, read in pieces of `size` bytes. */
export function parseText(text: string, { column = 'address', size = 65_536 } = {}): Promise<ParsedList> {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  return parseList(pieces(), { column })
}

export const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
export const OTHER_EVM = '0x901bb9583b24D97e995513C6778dc6888AB6870e'
export const SOLANA = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
export const BITCOIN = '149w62rY42aZBox8fGcmqNsXUzSStKeq8C'

/** The shape of `sdn_advanced.xml`, with `others` parties without an address. */
export function sdnAdvanced(addresses: readonly { ticker: string; address: string }[], others = 1): string {
  const tickers = [...new Set(addresses.map(({ ticker }) => ticker))]
  const kind = (ticker: string) => 300 + tickers.indexOf(ticker)
  return `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://lists.test/ADVANCED_XML">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>11</Month><Day>20</Day></DateOfIssue>
  <ReferenceValueSets>
    <FeatureTypeValues>
      <FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>
      ${tickers.map((ticker) => `<FeatureType ID="${kind(ticker)}" FeatureTypeGroupID="1">Digital Currency Address - ${ticker}</FeatureType>`).join('\n')}
    </FeatureTypeValues>
  </ReferenceValueSets>
  <DistinctParties>
    ${addresses.map(({ ticker, address }, at) => partyOf(at, `<Feature ID="${at}" FeatureTypeID="${kind(ticker)}"><FeatureVersion ReliabilityID="1560" ID="${at}"><Comment /><VersionDetail DetailTypeID="1432">${address}</VersionDetail></FeatureVersion></Feature>`)).join('\n')}
    ${Array.from({ length: others }, (_, at) => partyOf(at, BIRTHDATE)).join('\n')}
  </DistinctParties>
</Sanctions>
`
}

const BIRTHDATE = `<Feature ID="1" FeatureTypeID="8"><FeatureVersion ID="2"><VersionDetail DetailTypeID="1432">${EVM}</VersionDetail></FeatureVersion></Feature>`

function partyOf(id: number, feature: string): string {
  return `<DistinctParty FixedRef="${id}"><Comment>of "a > b" &amp; others</Comment><Profile ID="${id}">${feature}<NamePart Value='a > b'/></Profile></DistinctParty>`
}
