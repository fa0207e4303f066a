// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {AssetToken} from "./AssetToken.sol";
import {AssetParams} from "./parts/AssetParams.sol";
import {YieldToken} from "./YieldToken.sol";

/// Creates assets at addresses that follow from their parameters, so that any caller creates the same asset.
contract AssetFactory {
    event AssetCreated(address indexed asset, address indexed admin, bytes32 salt);

    address public immutable plainImplementation = address(new AssetToken());
    address public immutable yieldImplementation = address(new YieldToken());

    /// Creates the asset, or returns its address if it exists.
    function createAsset(AssetParams calldata params, bytes32 salt) external returns (address asset) {
        asset = predictAsset(params, salt);
        if (asset.code.length > 0) return asset;
        Clones.cloneDeterministic(_implementationOf(params), _saltOf(params, salt));
        AssetToken(asset).initialize(params);
        emit AssetCreated(asset, params.admin, salt);
    }

    /// The address of the asset, before and after its creation.
    function predictAsset(AssetParams calldata params, bytes32 salt) public view returns (address) {
        return Clones.predictDeterministicAddress(_implementationOf(params), _saltOf(params, salt));
    }

    function _implementationOf(AssetParams calldata params) private view returns (address) {
        return params.yieldBearing ? yieldImplementation : plainImplementation;
    }

    function _saltOf(AssetParams calldata params, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(params, salt));
    }
}
