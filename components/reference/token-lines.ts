type TokenLinesInput = {
  baseUrl: string
  /** Empty if the reader has to put it in. */
  key: string
  /** The visible parts of the key, to recognize it by. */
  hint: string
}

/** Lines of a shell snippet that put a new access token into TOKEN; without a key they say so and call nothing. */
export function tokenLines({ baseUrl, key, hint }: TokenLinesInput): string[] {
  return [
    `# Your live key (${hint}), between the quotes.`,
    `export SLIPWAY_API_KEY='${key}'`,
    '',
    `export TOKEN=$(curl -s ${baseUrl}/v1/oauth/token \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"grant_type":"client_credentials","client_secret":"'"\${SLIPWAY_API_KEY:?is empty: put your live key into the first line}"'"}' \\`,
    `  | sed -nE 's/.*"access_token":"([^"]+)".*/\\1/p')`,
    '',
  ]
}

/** The header of a call after these lines. */
export const TOKEN_HEADER = `-H "Authorization: Bearer \${TOKEN:?is empty: no token was given for this key}"`
