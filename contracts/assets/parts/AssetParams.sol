// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// The immutable terms of an asset: together with a salt they determine its address. Amounts in base units; zero means "no limit".
struct AssetParams {
    string name;
    string symbol;
    uint8 decimals;
    address admin;
    /// The maximum number of investors at a time.
    uint256 maxHolders;
    uint256 maxPerInvestor;
    uint64 lockUpSeconds;
    bool yieldBearing;
    /// The token that coupons and the redemption are paid in; zero for an asset without yield.
    address paymentToken;
}
