import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app';
import { reloadForNewRelease } from './app/stale-code';
import { createStore } from './app/store';
import './styles.css';
import { followSystemTheme } from './ui/theme';

followSystemTheme();
reloadForNewRelease();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter>
      <App store={createStore()} />
    </BrowserRouter>
  </StrictMode>,
);
