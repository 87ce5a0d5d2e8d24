//! What is kept by key in the browser's own database (IndexedDB), texts and what cannot be written as one; and which
//! tabs are open. A browser may refuse both, as it
//! does in a sandboxed frame.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbObjectStore, IdbOpenDbRequest, IdbRequest, IdbTransaction, IdbTransactionMode};

use crate::browser::dom::reason;
use crate::words::files as words;

const DATABASE: &str = "descriptorium";
const STORE: &str = "drafts";
/// What the lock of an open tab is called, before the name of the tab.
const LOCK: &str = "descriptorium.tab.";

/// Under what key a tab remembers what it is called.
const TAB: &str = "descriptorium.tab";

/// Remembers what this tab is called, and says what it was called before it was loaded anew, if it was.
pub fn loaded_before(tab: &str) -> Option<String> {
    let storage = leptos::prelude::window().session_storage().ok().flatten()?;
    let before = storage.get_item(TAB).ok().flatten();
    // Where nothing can be kept, nothing is taken up unasked.
    let _ = storage.set_item(TAB, tab);
    let get = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).unwrap_or_default();
    let navigation = get(&get(&leptos::prelude::window(), "performance"), "navigation");
    // 1: loaded anew; 2: come back to through the history.
    let is_again = matches!(get(&navigation, "type").as_f64(), Some(1.0 | 2.0));
    before.filter(|_| is_again)
}

/// A failure, in the words of the browser.
pub type Outcome<T> = Result<T, String>;

/// The database, which is made if it is not there.
pub async fn open() -> Outcome<IdbDatabase> {
    let factory = leptos::prelude::window().indexed_db().map_err(reason)?.ok_or(words::no_storage())?;
    let request: IdbOpenDbRequest = factory.open_with_u32(DATABASE, 1).map_err(reason)?;
    let made = request.clone();
    let upgrade = Closure::once_into_js(move || {
        let database = made.result().ok().and_then(|result| result.dyn_into::<IdbDatabase>().ok());
        // If the store cannot be made, the first use of it says so.
        let _ = database.map(|database| database.create_object_store(STORE));
    });
    request.set_onupgradeneeded(Some(upgrade.unchecked_ref()));
    answer(&request).await?.dyn_into::<IdbDatabase>().map_err(reason)
}

/// Keeps a value under a key, in the place of what was there.
pub async fn put(database: &IdbDatabase, key: &str, value: &JsValue) -> Outcome<()> {
    let (transaction, store) = begin(database, IdbTransactionMode::Readwrite)?;
    store.put_with_key(value, &key.into()).map_err(reason)?;
    complete(&transaction).await
}

/// What is kept under a key; undefined if nothing is.
pub async fn get(database: &IdbDatabase, key: &str) -> Outcome<JsValue> {
    let (_, store) = begin(database, IdbTransactionMode::Readonly)?;
    answer(&store.get(&key.into()).map_err(reason)?).await
}

/// Takes what is kept under a key away.
pub async fn delete(database: &IdbDatabase, key: &str) -> Outcome<()> {
    let (transaction, store) = begin(database, IdbTransactionMode::Readwrite)?;
    store.delete(&key.into()).map_err(reason)?;
    complete(&transaction).await
}

/// All values.
pub async fn all(database: &IdbDatabase) -> Outcome<Vec<JsValue>> {
    let (_, store) = begin(database, IdbTransactionMode::Readonly)?;
    let found = answer(&store.get_all().map_err(reason)?).await?;
    Ok(Array::from(&found).to_vec())
}

fn begin(database: &IdbDatabase, mode: IdbTransactionMode) -> Outcome<(IdbTransaction, IdbObjectStore)> {
    let transaction = database.transaction_with_str_and_mode(STORE, mode).map_err(reason)?;
    let store = transaction.object_store(STORE).map_err(reason)?;
    Ok((transaction, store))
}

async fn answer(request: &IdbRequest) -> Outcome<JsValue> {
    let done = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(done).await.map_err(|_| error_of(request))?;
    request.result().map_err(reason)
}

async fn complete(transaction: &IdbTransaction) -> Outcome<()> {
    let done = Promise::new(&mut |resolve, reject| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onerror(Some(&reject));
        transaction.set_onabort(Some(&reject));
    });
    let done = JsFuture::from(done).await;
    done.map(drop).map_err(|_| transaction.error().map_or_else(|| words::aborted().to_owned(), |error| error.message()))
}

fn error_of(request: &IdbRequest) -> String {
    request.error().ok().flatten().map_or_else(|| words::failed().to_owned(), |error| error.message())
}

/// Says for as long as the page lives that this tab is open. Where the browser has no locks, nobody knows.
pub fn hold(tab: &str) {
    let forever = Closure::<dyn Fn() -> Promise>::new(|| Promise::new(&mut |_, _| {})).into_js_value();
    // Without the lock the work of an open tab is offered in another one, and nothing is lost.
    let _ = ask_locks("request", &[format!("{LOCK}{tab}").into(), forever]);
}

/// The tabs that are open, as far as the browser says.
pub async fn open_tabs() -> Vec<String> {
    let Some(asked) = ask_locks("query", &[]) else { return Vec::new() };
    let Ok(answer) = JsFuture::from(asked).await else { return Vec::new() };
    let held = Reflect::get(&answer, &"held".into()).unwrap_or_default();
    let held = Array::from(&held);
    let names = held.iter().filter_map(|lock| Reflect::get(&lock, &"name".into()).ok()?.as_string());
    names.filter_map(|name| Some(name.strip_prefix(LOCK)?.to_owned())).collect()
}

fn ask_locks(method: &str, arguments: &[JsValue]) -> Option<Promise> {
    let navigator = leptos::prelude::window().navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).ok().filter(|locks| !locks.is_undefined())?;
    let method: Function = Reflect::get(&locks, &method.into()).ok()?.dyn_into().ok()?;
    method.apply(&locks, &arguments.iter().cloned().collect::<Array>()).ok()?.dyn_into().ok()
}
