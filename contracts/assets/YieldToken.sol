// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {YieldPayouts} from "./parts/YieldPayouts.sol";

/// An asset that pays coupons to its holders at the record time, and finally the redemption in exchange for the units.
contract YieldToken is YieldPayouts {
    uint256 private constant REDEMPTION = 0;

    mapping(uint256 id => mapping(address holder => bool)) private _isPaid;

    /// Records a coupon permanently: each holder but the admin gets floor(units at the end of that second * numerator / denominator).
    function recordCoupon(uint256 index, uint48 recordTime, uint128 numerator, uint128 denominator) external onlyAdmin {
        require(index != REDEMPTION, InvalidIndex());
        if (_isKnown(index, numerator, denominator)) {
            require(_payouts[index].recordTime == recordTime, AlreadyRecorded());
            return;
        }
        require(block.timestamp > recordTime, RecordTimeAhead());
        require(!_isClosed() || recordTime < _payouts[REDEMPTION].recordTime, TokenClosed());
        uint256 basis = supplyAt(recordTime) - balanceAt(admin, recordTime);
        _record(index, recordTime, numerator, denominator, basis);
        emit CouponRecorded(index, recordTime, numerator, denominator, basis);
    }

    /// Ends the asset: no unit can move, the admin's units are burned, and those of other holders wait for their payment.
    function recordRedemption(uint128 numerator, uint128 denominator) external onlyAdmin {
        if (_isKnown(REDEMPTION, numerator, denominator)) return;
        _burnUnits(admin, balanceOf(admin));
        uint256 basis = totalSupply();
        _record(REDEMPTION, uint48(block.timestamp), numerator, denominator, basis);
        emit RedemptionRecorded(numerator, denominator, basis);
    }

    /// Pays a coupon to the listed holders who have not received it, and skips the others. Any account may call it.
    function payCoupon(uint256 index, address[] calldata holders) external nonReentrant {
        _requireCouponFunded(index);
        for (uint256 i = 0; i < holders.length; ++i) _payCouponTo(index, holders[i]);
    }

    /// Pays the sender's part of a coupon.
    function claimCoupon(uint256 index) external nonReentrant {
        _requireCouponFunded(index);
        _payCouponTo(index, msg.sender);
    }

    /// Burns the units of the listed holders and pays for them. Any account may call it.
    function redeem(address[] calldata holders) external nonReentrant {
        _requireFunded(REDEMPTION);
        for (uint256 i = 0; i < holders.length; ++i) {
            address holder = holders[i];
            uint256 units = balanceOf(holder);
            if (units == 0) continue;
            _isPaid[REDEMPTION][holder] = true;
            _burnUnits(holder, units);
            _pay(REDEMPTION, holder, units);
        }
    }

    /// Whether a holder received its part of a payout, or has it reserved.
    function isPaid(uint256 id, address holder) external view returns (bool) {
        return _isPaid[id][holder];
    }

    function _payCouponTo(uint256 index, address holder) private {
        if (_isPaid[index][holder] || holder == admin) return;
        uint256 units = balanceAt(holder, _payouts[index].recordTime);
        if (units == 0) return;
        _isPaid[index][holder] = true;
        _pay(index, holder, units);
    }

    function _record(uint256 id, uint48 recordTime, uint128 numerator, uint128 denominator, uint256 basis) private {
        require(denominator != 0, InvalidFraction());
        Payout storage payout = _payouts[id];
        (payout.recordTime, payout.numerator, payout.denominator) = (recordTime, numerator, denominator);
        payout.basis = basis;
    }

    /// Whether it is recorded with these figures. Reverts if it is recorded with others.
    function _isKnown(uint256 id, uint128 numerator, uint128 denominator) private view returns (bool) {
        Payout storage payout = _payouts[id];
        if (payout.denominator == 0) return false;
        require(payout.numerator == numerator && payout.denominator == denominator, AlreadyRecorded());
        return true;
    }

    function _requireCouponFunded(uint256 index) private view {
        require(index != REDEMPTION, InvalidIndex());
        _requireFunded(index);
    }

    function _isClosed() internal view override returns (bool) {
        return _payouts[REDEMPTION].denominator != 0;
    }
}
