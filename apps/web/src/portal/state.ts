import { combineSlices, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { baseApi, type ApiExtra } from './api/base.api';
import { asOfSlice } from './slices/as-of.slice';
import { viewSlice } from './slices/view.slice';
import { currentPlanSlice } from './slices/current-plan.slice';
import { sessionSlice } from './slices/session.slice';

/** The store's state. Features add endpoints to `baseApi`, so their answers are in it too. */
export const reducer = combineSlices(baseApi, sessionSlice, currentPlanSlice, viewSlice, asOfSlice);

export type State = ReturnType<typeof reducer>;
export type Dispatch = ThunkDispatch<State, ApiExtra, UnknownAction>;
export type Thunk<T = void> = (dispatch: Dispatch, state: () => State, extra: ApiExtra) => T;
export const useStoreDispatch = useDispatch.withTypes<Dispatch>();
export const useStoreState = useSelector.withTypes<State>();
