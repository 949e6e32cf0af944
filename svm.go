// SPDX-License-Identifier: MIT

// Package svm is a reference implementation of support vector machines in Go: standard library only, one flat
// package, hand-written from the dot product up, short enough to be read beside a textbook. Every formula it uses is
// derived in a comment and checked by a test that is named after it.
//
// # The problem
//
// Given points xᵢ with labels yᵢ ∈ {−1, +1}, a support vector machine is the function f(x) = ⟨w, φ(x)⟩ + b that solves
//
//	minimize    ½‖w‖² + C Σ ξᵢ                      (primal)
//	subject to  yᵢf(xᵢ) ≥ 1 − ξᵢ,  ξᵢ ≥ 0
//
// # Kernels
//
// The problem sees its points only through inner products ⟨φ(xᵢ), φ(xⱼ)⟩. A Kernel gives these without the features: Linear,
// Polynomial, PowerSum, Gaussian and Cosine for vectors, Substrings for strings, Precomputed for row numbers of a Gram matrix,
// KernelFunc for anything, and Sum, Product, Scaled, Constant, Normalized and Pullback for kernels of kernels. Gram evaluates
// one on points, IsPSD judges the result, the methods Map, TaylorMap and the functions Coordinates, EmpiricalMap and KernelPCAMap
// show the features. What is learned is an Expansion, f(x) = Σ cᵢk(xᵢ, x) + b; Ridge learns one by least squares.
//
// # Quadratic programs
//
// QP is the general convex quadratic program, with bounds, inequalities and equalities; Solve returns its QPSolution with all
// multipliers, or ErrInfeasible, ErrUnbounded or ErrNotConvex with evidence.
//
// # Linear algebra
//
// Dot and Norm, the Matrix with its products, its Cholesky factorisation, its eigenvalues if it is symmetric, and its singular
// values.
//
// # State
//
// The package is built from the ground up; the machine and its solvers are still to come.
package svm
