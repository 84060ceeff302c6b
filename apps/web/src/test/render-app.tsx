import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import { App } from '../app/app';
import { createStore } from '../app/store';
import { baseApi } from '../portal/api/base.api';
import { pageOpened } from './open-pages';

let goBack: () => void;
/** Goes back as the browser's button does. */
export const back = () => goBack();

const Address = () => {
  const navigate = useNavigate();
  useEffect(() => {
    goBack = () => void navigate(-1);
  }, [navigate]);
  const { pathname, search, hash } = useLocation();
  return <output data-testid="address">{pathname + search + hash}</output>;
};

/** The whole client at an address, as a browser tab would open it. */
export function openAt(path: string) {
  window.history.pushState(null, '', path);
  const store = createStore();
  const { getRunningQueriesThunk, getRunningMutationsThunk } = baseApi.util;
  pageOpened(() => [...store.dispatch(getRunningQueriesThunk()), ...store.dispatch(getRunningMutationsThunk())]);
  const view = render(
    <BrowserRouter>
      <App store={store} />
      <Address />
    </BrowserRouter>,
  );
  return { store, ...view, user: userEvent.setup({ delay: null }) };
}

export const address = () => screen.getByTestId('address').textContent;
