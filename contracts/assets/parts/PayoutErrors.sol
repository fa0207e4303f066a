// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

/// Why a yield-bearing asset refuses to record, fund or pay, and what it tells of payouts. Payout zero is the redemption, the others are coupons.
interface PayoutErrors {
    /// Coupons are counted from one.
    error InvalidIndex();
    error InvalidFraction();
    /// The second of the record is not over: what is held may still change.
    error RecordTimeAhead();
    /// With other figures.
    error AlreadyRecorded();
    error NotRecorded();
    /// Less arrived than what all holders are to get.
    error UnderFunded();
    error NotFunded();
    /// Somebody was not paid yet.
    error NotSettled();
    /// Too little for a payment to fail by itself: the sender's fault, not the receiver's.
    error NotEnoughGas();
    error PaymentRefused();
    /// Only the asset itself may call this function.
    error NotItself();
    /// The payment token took more than it was told to hand over.
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
