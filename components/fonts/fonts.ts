import localFont from 'next/font/local'

const sans = localFont({
  src: './geist-latin.woff2',
  variable: '--font-geist',
  weight: '400 600',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0020-007E, U+00A0-00FF, U+2013-2014, U+2018-201A, U+201C-201E, U+2020-2022, U+2026, U+2030, U+2032-2033, U+2039-203A, U+20AC, U+2122, U+2190-2193, U+21B5, U+2212, U+2248, U+2260, U+2264-2265',
    },
  ],
})

const sansOther = localFont({
  src: './geist-other.woff2',
  variable: '--font-geist-other',
  weight: '400 600',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-0259, U+02B9-0338, U+0391-04FF, U+1E00-1EFF, U+2044, U+2070-2089, U+20B1-20BD, U+2116-2117, U+2153-215E, U+2194-21B4, U+21B6-21E7, U+2202-2211, U+221A-222B, U+2460-24FF, U+25B2-25B3, U+25B6-25B7, U+25BC-25BD, U+25C0-25C1, U+25CA-25CC, U+25CF',
    },
  ],
})

const mono = localFont({
  src: './geist-mono-latin.woff2',
  variable: '--font-geist-mono',
  weight: '400 600',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0020-007E, U+00A0-00FF, U+2013-2014, U+2018-201A, U+201C-201E, U+2020-2022, U+2026, U+2030, U+2032-2033, U+2039-203A, U+20AC, U+2122, U+2190-2193, U+21B5, U+2212, U+2248, U+2260, U+2264-2265',
    },
  ],
})

const monoOther = localFont({
  src: './geist-mono-other.woff2',
  variable: '--font-geist-mono-other',
  weight: '400 600',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-0259, U+02B9-0338, U+0391-04FF, U+1E00-1EFF, U+2044, U+2070-2089, U+20B1-20BD, U+2116-2117, U+2153-215E, U+2194-21B4, U+21B6-21E7, U+2202-2211, U+221A-222B, U+2460-24FF, U+25B2-25B3, U+25B6-25B7, U+25BC-25BD, U+25C0-25C1, U+25CA-25CC, U+25CF',
    },
  ],
})

/**
 * Classes that set the variables of the two families. The letters of English texts come at once, the other letters of
 * the family with the first word that has one. Next reads the calls above before it runs them, hence the repeated
 * texts.
 */
export const fontVariables = [sans, sansOther, mono, monoOther].map(({ variable }) => variable).join(' ')
