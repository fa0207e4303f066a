// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// What an asset is made of, for good: together with a salt it is the asset's address. Amounts in base units; zero is "no limit".
struct AssetParams {
    string name;
    string symbol;
    uint8 decimals;
    address admin;
    /// How many investors may hold at once.
    uint256 maxHolders;
    uint256 maxPerInvestor;
    uint64 lockUpSeconds;
    bool yieldBearing;
    /// What coupons and the redemption are paid in; zero of an asset without yield.
    address paymentToken;
}
