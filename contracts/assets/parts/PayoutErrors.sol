// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// The errors and events of payouts of a yield-bearing asset. Payout zero is the redemption, the others are coupons.
interface PayoutErrors {
    /// Coupons are counted from one.
    error InvalidIndex();
    error InvalidFraction();
    /// The record second is not over: balances may still change.
    error RecordTimeAhead();
    /// It is recorded with other figures.
    error AlreadyRecorded();
    error NotRecorded();
    /// The received amount is less than the sum for all holders.
    error UnderFunded();
    error NotFunded();
    /// A holder is not paid yet.
    error NotSettled();
    /// The sender provided too little gas, so a failed payment would not be the recipient's fault.
    error NotEnoughGas();
    error PaymentRefused();
    /// Only the asset itself may call this function.
    error NotItself();
    /// The payment token deducted more than the amount of the transfer.
    error Overcharged();

    event CouponRecorded(
        uint256 indexed index, uint48 recordTime, uint128 numerator, uint128 denominator, uint256 basis
    );
    event RedemptionRecorded(uint128 numerator, uint128 denominator, uint256 basis);
    event PayoutFunded(uint256 indexed id, uint256 amount);
    event PayoutPaid(uint256 indexed id, address indexed holder, uint256 units, uint256 amount);
    event PayoutOwed(uint256 indexed id, address indexed holder, uint256 units, uint256 amount);
    event OwedPaid(address indexed holder, uint256 amount);
    event RestReturned(uint256 indexed id, uint256 amount);
}
